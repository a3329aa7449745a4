import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/process/schedules';
import { Module } from '@nestjs/common';
import { PASSKEYS } from '../passkeys/passkeys.repository.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { neighbour, setting } from '../settings.ts';
import { USERS } from '../users/users.repository.ts';
import { ACCOUNT_TRACES } from './account-traces.ts';
import { EraseAccount } from './erase-account.ts';
import { ErasuresController } from './erasures.controller.ts';
import { ERASURES } from './erasures.repository.ts';
import { FollowErasure } from './follow-erasure.ts';
import { HttpUnsettledPayments } from './http-unsettled-payments.ts';
import { MongoAccountTraces } from './mongo-account-traces.ts';
import { MongoErasuresRepository } from './mongo-erasures.repository.ts';
import { UNSETTLED_PAYMENTS } from './unsettled-payments.ts';
import { ShowAccountData } from './show-account-data.ts';

const LOOK_EVERY_MS = 60_000;

@Module({
  imports: [SessionsModule],
  controllers: [ErasuresController],
  providers: [
    provideAs(ERASURES, MongoErasuresRepository, MONGO),
    provideAs(ACCOUNT_TRACES, MongoAccountTraces, MONGO),
    provideAs(UNSETTLED_PAYMENTS, HttpUnsettledPayments, neighbour('BOOKING_URL')),
    provide(EraseAccount, USERS, ACCOUNT_TRACES, ERASURES, UNSETTLED_PAYMENTS, Transactions, Outbox, CLOCK, Log, setting('ADMIN_EMAIL')),
    provide(FollowErasure, ERASURES, Transactions, Outbox, CLOCK, Log),
    provide(ShowAccountData, USERS, PASSKEYS, ACCOUNT_TRACES, setting('ADMIN_EMAIL')),
    provideTask('unfinished-erasures', LOOK_EVERY_MS, FollowErasure, (task) => task.republish()),
  ],
})
export class ErasuresModule {}
