import { APPROVALS } from '@concert/service-kit/http/approvals';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { BooksModule } from '../books/books.module.ts';
import { FollowAccount } from '../books/follow-account.ts';
import { MongoBooks } from '../books/mongo-books.ts';
import { GroundModule } from '../ground.module.ts';
import { MongoDisputes } from '../disputes/mongo-disputes.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { MongoCheckpoints } from '../reconciler/mongo-checkpoints.ts';
import { HttpRefundBookings } from '../refunds/asking/http-refund-bookings.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import { ReturnMoney } from '../refunds/sending/return-money.ts';
import { SendRefunds } from '../refunds/sending/send-refunds.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { CancellationController } from './cancellation.controller.ts';
import { CountMoney } from './count-money.ts';
import { MailFactsHandler } from './mail-facts.handler.ts';
import { MongoRuns } from './mongo-runs.ts';
import { RefundEverybody } from './refund-everybody.ts';
import { ShowRun } from './show-run.ts';

const REFUND_BEAT_MS = 1_000;

@Module({
  imports: [GroundModule, BooksModule, RefundsModule],
  controllers: [CancellationController, MailFactsHandler],
  providers: [
    provide(MongoRuns, MONGO),
    provide(CountMoney, MongoSessions, MongoRefunds, MongoDisputes, PROVIDER, FollowAccount, MongoBooks, MongoCheckpoints, CLOCK),
    provide(
      RefundEverybody,
      MongoRuns,
      MongoSessions,
      MongoRefunds,
      ReturnMoney,
      SendRefunds,
      CountMoney,
      APPROVALS,
      Transactions,
      Outbox,
      CLOCK,
      IDS,
      Log,
    ),
    provide(ShowRun, MongoRuns, MongoRefunds, HttpRefundBookings, MongoCheckpoints),
    provideTask('refund-everybody', REFUND_BEAT_MS, RefundEverybody, (task) => task.run()),
  ],
})
export class CancellationModule {}
