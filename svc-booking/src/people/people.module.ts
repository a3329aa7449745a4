import { Log } from '@concert/service-kit/process/log';
import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { neighbour } from '../settings.ts';
import { HttpPeople } from './http-people.ts';
import { PEOPLE } from './people.ts';

@Module({
  providers: [provideAs(PEOPLE, HttpPeople, neighbour('AUTH_URL'), Log)],
  exports: [PEOPLE],
})
export class PeopleModule {}
