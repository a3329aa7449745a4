import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { neighbour, setting } from '../settings.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { MongoAccountTraces } from './mongo-account-traces.ts';
import { EraseAccount } from './erase-account.ts';
import { ErasuresController } from './erasures.controller.ts';
import { MongoErasures } from './mongo-erasures.ts';
import { ShowAccountData } from './show-account-data.ts';

const LOOK_EVERY_MS = 60_000;

@Module({
  imports: [SessionsModule],
  controllers: [ErasuresController],
  providers: [
    provide(MongoErasures, MONGO),
    provide(MongoAccountTraces, MONGO),
    provide(
      EraseAccount,
      MongoUsers,
      MongoAccountTraces,
      MongoErasures,
      neighbour('BOOKING_URL'),
      Transactions,
      Outbox,
      CLOCK,
      Log,
      setting('ADMIN_EMAIL'),
    ),
    provide(ShowAccountData, MongoUsers, MongoPasskeys, MongoAccountTraces, setting('ADMIN_EMAIL')),
    provideTask('unfinished-erasures', LOOK_EVERY_MS, EraseAccount, (task) => task.republish()),
  ],
})
export class ErasuresModule {}
