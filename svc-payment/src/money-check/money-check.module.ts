import { CLOCK } from '@concert/service-kit/process/clock';
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
import { HttpBookingMoney } from '../settlement/http-booking-money.ts';
import { MongoLedger } from '../ledger/mongo-ledger.ts';
import { Reconcile } from '../reconciler/reconcile.ts';
import { ReconcilerModule } from '../reconciler/reconciler.module.ts';
import { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import { SettlePayment } from '../settlement/settle-payment.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { CheckMoney } from './check-money.ts';
import { MoneyCheckController } from './money-check.controller.ts';
import { MoneyMetricsModule } from './money-metrics.module.ts';
import { MoneyTasks } from './money-tasks.ts';
import { MongoMoneyChecks } from './mongo-money-checks.ts';

/** Short, because the organiser who requested the check watches its progress. */
const CHECK_BEAT_MS = 1_000;

@Module({
  imports: [GroundModule, BooksModule, ReconcilerModule, SettlementModule, MoneyMetricsModule],
  controllers: [MoneyCheckController],
  providers: [
    provide(MongoMoneyChecks, MONGO),
    provide(
      CheckMoney,
      HttpBookingMoney,
      MongoLedger,
      FollowAccount,
      MongoBooks,
      MongoRefunds,
      Reconcile,
      SettlePayment,
      MongoMoneyChecks,
      CLOCK,
      Log,
    ),
    provide(MoneyTasks, MongoMoneyChecks, Transactions, Outbox, CLOCK),
    provideTask('check-money', CHECK_BEAT_MS, CheckMoney, (task) => task.whenDue()),
  ],
})
export class MoneyCheckModule {}
