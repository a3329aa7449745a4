import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoNotices } from './mongo-notices.ts';

@Module({ providers: [provide(MongoNotices, MONGO, CLOCK)], exports: [MongoNotices] })
export class NoticesModule {}
