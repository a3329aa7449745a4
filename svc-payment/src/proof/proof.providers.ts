import { CLOCK } from '@concert/service-kit/clock';
import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { provide, provideAs, provideBy } from '@concert/service-kit/provide';
import type { Provider } from '@nestjs/common';
import { LEDGER } from '../ledger/ledger.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { Reconcile } from '../reconciler/reconcile.ts';
import { REFUNDS } from '../refunds/refunds.repository.ts';
import { SettlePayment } from '../sessions/settle-payment.ts';
import { setting } from '../settings.ts';
import { BOOKING_MONEY } from './booking-money.ts';
import { HttpBookingMoney } from './http-booking-money.ts';
import { MoneyTasks } from './money-tasks.ts';
import { MongoProofsRepository } from './mongo-proofs.repository.ts';
import { PROOFS } from './proofs.repository.ts';
import { ProveMoney } from './prove-money.ts';

/** The comparison of bookings, ledger and provider, put together. */
export const proofProviders: Provider[] = [
  provideAs(PROOFS, MongoProofsRepository, MONGO),
  provideBy(
    BOOKING_MONEY,
    [setting('BOOKING_URL'), IdentitySigner],
    (url, signer) => new HttpBookingMoney(new InternalClient('svc-booking', url, signer)),
  ),
  provide(ProveMoney, BOOKING_MONEY, LEDGER, PROVIDER, REFUNDS, Reconcile, SettlePayment, PROOFS, CLOCK, Log),
  provide(MoneyTasks, PROOFS, Transactions, Outbox, CLOCK),
];
