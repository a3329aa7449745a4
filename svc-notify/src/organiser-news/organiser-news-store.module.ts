import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { neighbour } from '../settings.ts';
import { HttpTeam } from './http-team.ts';
import { MongoOrganiserNews } from './mongo-organiser-news.ts';

/** What the letters need of the news; who posts them needs the letters' neighbours too, so it is apart. */
@Module({
  providers: [provide(MongoOrganiserNews, MONGO), provide(HttpTeam, neighbour('AUTH_URL'))],
  exports: [MongoOrganiserNews, HttpTeam],
})
export class OrganiserNewsStoreModule {}
