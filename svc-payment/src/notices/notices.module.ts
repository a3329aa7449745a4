import { CLOCK } from '@concert/service-kit/clock';
import { MONGO } from '@concert/service-kit/mongo';
import { provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { MongoNoticesRepository } from './mongo-notices.repository.ts';
import { NOTICES } from './notices.repository.ts';

@Module({ providers: [provideAs(NOTICES, MongoNoticesRepository, MONGO, CLOCK)], exports: [NOTICES] })
export class NoticesModule {}
