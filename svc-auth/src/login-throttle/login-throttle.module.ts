import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { ADDRESS_PSEUDONYM } from '../secrets/secrets.codec.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { ATTEMPTS } from './attempts.repository.ts';
import { LoginThrottle } from './login-throttle.ts';
import { MongoAttemptsRepository } from './mongo-attempts.repository.ts';

@Module({
  imports: [SecretsModule],
  providers: [provideAs(ATTEMPTS, MongoAttemptsRepository, MONGO), provide(LoginThrottle, ATTEMPTS, CLOCK, ADDRESS_PSEUDONYM)],
  exports: [LoginThrottle],
})
export class LoginThrottleModule {}
