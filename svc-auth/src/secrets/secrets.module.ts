import { provideValue } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { randomSecrets, SECRETS } from './secrets.codec.ts';

@Module({ providers: [provideValue(SECRETS, randomSecrets)], exports: [SECRETS] })
export class SecretsModule {}
