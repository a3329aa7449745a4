import { Log } from '@concert/service-kit/process/log';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { neighbour } from '../settings.ts';
import { HttpPeople } from './http-people.ts';

@Module({
  providers: [provide(HttpPeople, neighbour('AUTH_URL'), Log)],
  exports: [HttpPeople],
})
export class PeopleModule {}
