import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { neighbour } from '../settings.ts';
import { ErasureFactsHandler } from './erasure-facts.handler.ts';
import { HttpPeopleElsewhere } from './http-people-elsewhere.ts';
import { MongoPeopleData } from './mongo-people-data.ts';
import { PersonalDataController } from './personal-data.controller.ts';
import { ShowOwnData } from './show-own-data.ts';

@Module({
  controllers: [PersonalDataController, ErasureFactsHandler],
  providers: [
    provide(MongoPeopleData, MONGO),
    provide(HttpPeopleElsewhere, neighbour('AUTH_URL'), neighbour('BOOKING_URL'), neighbour('PAYMENT_URL')),
    provide(ShowOwnData, MongoPeopleData, HttpPeopleElsewhere, CLOCK),
  ],
})
export class PersonalDataModule {}
