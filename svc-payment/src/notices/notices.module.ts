import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoNoticesRepository } from './mongo-notices.repository.ts';
import { NOTICES } from './notices.repository.ts';

@Module({ providers: [provideAs(NOTICES, MongoNoticesRepository, MONGO, CLOCK)], exports: [NOTICES] })
export class NoticesModule {}
