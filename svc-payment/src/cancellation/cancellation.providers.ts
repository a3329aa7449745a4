import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import type { Provider } from '@nestjs/common';
import { DISPUTES, type DisputesRepository } from '../disputes/disputes.repository.ts';
import { PROVIDER, type PaymentProvider } from '../provider/payment-provider.ts';
import { MARKS, type MarksRepository } from '../reconciler/marks.repository.ts';
import { REFUND_BOOKINGS, type RefundBookings } from '../refunds/refund-bookings.ts';
import { REFUNDS, type RefundsRepository } from '../refunds/refunds.repository.ts';
import { ReturnMoney } from '../refunds/return-money.ts';
import { SESSIONS, type SessionsRepository } from '../sessions/sessions.repository.ts';
import { CountMoney } from './count-money.ts';
import { MongoRunsRepository } from './mongo-runs.repository.ts';
import { RefundEverybody } from './refund-everybody.ts';
import { RUNS, type RunsRepository } from './runs.repository.ts';
import { ShowRun } from './show-run.ts';

/** What sends all money of a cancelled concert back, put together. */
export const cancellationProviders: Provider[] = [
  { provide: RUNS, inject: [MONGO], useFactory: (connection: Connection) => new MongoRunsRepository(connection) },
  {
    provide: CountMoney,
    inject: [SESSIONS, REFUNDS, DISPUTES, PROVIDER, MARKS, CLOCK],
    useFactory: (
      sessions: SessionsRepository,
      refunds: RefundsRepository,
      disputes: DisputesRepository,
      provider: PaymentProvider,
      marks: MarksRepository,
      clock: Clock,
    ) => new CountMoney(sessions, refunds, disputes, provider, marks, clock),
  },
  {
    provide: RefundEverybody,
    inject: [RUNS, SESSIONS, REFUNDS, ReturnMoney, CountMoney, Transactions, Outbox, CLOCK, IDS, Log],
    useFactory: (
      runs: RunsRepository,
      sessions: SessionsRepository,
      refunds: RefundsRepository,
      returnMoney: ReturnMoney,
      money: CountMoney,
      transactions: Transactions,
      outbox: Outbox,
      clock: Clock,
      ids: Ids,
      log: Log,
    ) => new RefundEverybody(runs, sessions, refunds, returnMoney, money, transactions, outbox, clock, ids, log),
  },
  {
    provide: ShowRun,
    inject: [RUNS, REFUNDS, REFUND_BOOKINGS, MARKS],
    useFactory: (runs: RunsRepository, refunds: RefundsRepository, bookings: RefundBookings, marks: MarksRepository) =>
      new ShowRun(runs, refunds, bookings, marks),
  },
];
