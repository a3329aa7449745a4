import { FORGET_NEEDS_TASK, FORGET_OLD_TASK } from '@concert/contracts/core/personal-data';
import { DAY_MS } from '@concert/contracts/core/durations';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { ComplimentaryModule } from '../complimentary/complimentary.module.ts';
import { MongoEntries } from '../complimentary/mongo-entries.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { Invitations } from '../complimentary/invitations/invitations.ts';
import { MongoInvitations } from '../complimentary/invitations/mongo-invitations.ts';
import { neighbour } from '../settings.ts';
import { MongoWaiting } from '../waiting/mongo-waiting.ts';
import { AccountFactsHandler } from './account-facts.handler.ts';
import { ErasePeople } from './erase-people.ts';
import { ForgetPeople } from './forget-people.ts';
import { HttpErasedPeople } from './http-erased-people.ts';
import { MongoPeopleData } from './mongo-people-data.ts';
import { PersonalDataController } from './personal-data.controller.ts';
import { ShowBookingData } from './show-booking-data.ts';

@Module({
  imports: [ComplimentaryModule],
  controllers: [PersonalDataController, AccountFactsHandler],
  providers: [
    provide(MongoPeopleData, MONGO),
    provide(HttpErasedPeople, neighbour('AUTH_URL')),
    provide(
      ErasePeople,
      MongoPeopleData,
      MongoBookings,
      MongoEntries,
      Invitations,
      MongoWaiting,
      HttpErasedPeople,
      Transactions,
      Outbox,
      CLOCK,
      Log,
    ),
    provide(ForgetPeople, MongoPeopleData, ErasePeople, MongoWaiting, MongoConcert, CLOCK, Log),
    provide(ShowBookingData, MongoPeopleData, MongoInvitations, MongoWaiting, MongoAudit, MongoAdmissions),
    provideTask(FORGET_OLD_TASK, DAY_MS, ForgetPeople, (task) => task.old()),
    provideTask(FORGET_NEEDS_TASK, DAY_MS, ForgetPeople, (task) => task.needs()),
  ],
})
export class PersonalDataModule {}
