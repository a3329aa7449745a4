import { CLOCK } from '@concert/service-kit/process/clock';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { InternalClient } from '@concert/service-kit/http/internal-client';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide, provideAs, provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { ErasureFactsHandler } from './erasure-facts.handler.ts';
import { HttpPeopleElsewhere } from './http-people-elsewhere.ts';
import { MongoPeopleData } from './mongo-people-data.ts';
import { PEOPLE_DATA } from './people-data.ts';
import { PEOPLE_ELSEWHERE } from './people-elsewhere.ts';
import { PersonalDataController } from './personal-data.controller.ts';
import { ShowOwnData } from './show-own-data.ts';

@Module({
  controllers: [PersonalDataController, ErasureFactsHandler],
  providers: [
    provideAs(PEOPLE_DATA, MongoPeopleData, MONGO),
    provideBy(
      PEOPLE_ELSEWHERE,
      [setting.all, IdentitySigner],
      ({ AUTH_URL, BOOKING_URL, PAYMENT_URL }, signer) =>
        new HttpPeopleElsewhere(
          new InternalClient('svc-auth', AUTH_URL, signer),
          new InternalClient('svc-booking', BOOKING_URL, signer),
          new InternalClient('svc-payment', PAYMENT_URL, signer),
        ),
    ),
    provide(ShowOwnData, PEOPLE_DATA, PEOPLE_ELSEWHERE, CLOCK),
  ],
})
export class PersonalDataModule {}
