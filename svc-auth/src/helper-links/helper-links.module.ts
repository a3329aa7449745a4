import { MONGO } from '@concert/service-kit/store/mongo';
import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { HELPER_LINKS } from './helper-links.repository.ts';
import { MongoHelperLinksRepository } from './mongo-helper-links.repository.ts';

@Module({ providers: [provideAs(HELPER_LINKS, MongoHelperLinksRepository, MONGO)], exports: [HELPER_LINKS] })
export class HelperLinksModule {}
