import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoHelperLinks } from './mongo-helper-links.ts';

@Module({ providers: [provide(MongoHelperLinks, MONGO)], exports: [MongoHelperLinks] })
export class HelperLinksModule {}
