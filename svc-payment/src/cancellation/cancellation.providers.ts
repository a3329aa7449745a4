import { CLOCK, IDS } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { provide, provideAs } from '@concert/service-kit/provide';
import type { Provider } from '@nestjs/common';
import { DISPUTES } from '../disputes/disputes.repository.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { MARKS } from '../reconciler/marks.repository.ts';
import { REFUND_BOOKINGS } from '../refunds/refund-bookings.ts';
import { REFUNDS } from '../refunds/refunds.repository.ts';
import { ReturnMoney } from '../refunds/return-money.ts';
import { SESSIONS } from '../sessions/sessions.repository.ts';
import { CountMoney } from './count-money.ts';
import { MongoRunsRepository } from './mongo-runs.repository.ts';
import { RefundEverybody } from './refund-everybody.ts';
import { RUNS } from './runs.repository.ts';
import { ShowRun } from './show-run.ts';

/** What sends all money of a cancelled concert back, put together. */
export const cancellationProviders: Provider[] = [
  provideAs(RUNS, MongoRunsRepository, MONGO),
  provide(CountMoney, SESSIONS, REFUNDS, DISPUTES, PROVIDER, MARKS, CLOCK),
  provide(RefundEverybody, RUNS, SESSIONS, REFUNDS, ReturnMoney, CountMoney, Transactions, Outbox, CLOCK, IDS, Log),
  provide(ShowRun, RUNS, REFUNDS, REFUND_BOOKINGS, MARKS),
];
