import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { provide } from '@concert/service-kit/process/provide';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { MongoLedger } from '../ledger/mongo-ledger.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { MongoCheckpoints } from '../reconciler/mongo-checkpoints.ts';
import { BooksController } from './books.controller.ts';
import { FollowAccount } from './follow-account.ts';
import { MongoBooks } from './mongo-books.ts';
import { ShowBooks } from './show-books.ts';

/** Organisers are told of a warning within a minute, the way of their email included. */
const ACCOUNT_BEAT_MS = 20_000;

@Module({
  imports: [GroundModule],
  controllers: [BooksController],
  providers: [
    provide(MongoBooks, MONGO),
    provide(FollowAccount, PROVIDER, MongoBooks, MongoCheckpoints, Transactions, Outbox, CLOCK, Log),
    provide(ShowBooks, MongoBooks, MongoLedger),
    provideTask('follow-account', ACCOUNT_BEAT_MS, FollowAccount, (task) => task.run()),
  ],
  exports: [FollowAccount, MongoBooks],
})
export class BooksModule {}
