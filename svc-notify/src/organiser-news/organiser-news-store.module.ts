import { MONGO } from '@concert/service-kit/store/mongo';
import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { neighbour } from '../settings.ts';
import { HttpTeam } from './http-team.ts';
import { MongoOrganiserNewsRepository } from './mongo-organiser-news.repository.ts';
import { ORGANISER_NEWS } from './organiser-news.repository.ts';
import { TEAM } from './team.ts';

/** What the letters need of the news; who posts them needs the letters' neighbours too, so it is apart. */
@Module({
  providers: [provideAs(ORGANISER_NEWS, MongoOrganiserNewsRepository, MONGO), provideAs(TEAM, HttpTeam, neighbour('AUTH_URL'))],
  exports: [ORGANISER_NEWS, TEAM],
})
export class OrganiserNewsStoreModule {}
