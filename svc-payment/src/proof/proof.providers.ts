import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { SETTINGS } from '@concert/service-kit/service';
import type { Provider } from '@nestjs/common';
import { LEDGER, type Ledger } from '../ledger/ledger.ts';
import { PROVIDER, type PaymentProvider } from '../provider/payment-provider.ts';
import { Reconcile } from '../reconciler/reconcile.ts';
import { REFUNDS, type RefundsRepository } from '../refunds/refunds.repository.ts';
import { SettlePayment } from '../sessions/settle-payment.ts';
import type { PaymentSettings } from '../settings.ts';
import { BOOKING_MONEY, type BookingLedger } from './booking-money.ts';
import { HttpBookingMoney } from './http-booking-money.ts';
import { MoneyTasks } from './money-tasks.ts';
import { MongoProofsRepository } from './mongo-proofs.repository.ts';
import { PROOFS, type ProofsRepository } from './proofs.repository.ts';
import { ProveMoney } from './prove-money.ts';

/** The comparison of bookings, ledger and provider, put together. */
export const proofProviders: Provider[] = [
  { provide: PROOFS, inject: [MONGO], useFactory: (connection: Connection) => new MongoProofsRepository(connection) },
  {
    provide: BOOKING_MONEY,
    inject: [SETTINGS, IdentitySigner],
    useFactory: (settings: PaymentSettings, signer: IdentitySigner) =>
      new HttpBookingMoney(new InternalClient('svc-booking', settings.BOOKING_URL, signer)),
  },
  {
    provide: ProveMoney,
    inject: [BOOKING_MONEY, LEDGER, PROVIDER, REFUNDS, Reconcile, SettlePayment, PROOFS, CLOCK, Log],
    useFactory: (
      bookings: BookingLedger,
      ledger: Ledger,
      provider: PaymentProvider,
      refunds: RefundsRepository,
      reconcile: Reconcile,
      settle: SettlePayment,
      proofs: ProofsRepository,
      clock: Clock,
      log: Log,
    ) => new ProveMoney(bookings, ledger, provider, refunds, reconcile, settle, proofs, clock, log),
  },
  {
    provide: MoneyTasks,
    inject: [PROOFS, Transactions, Outbox, CLOCK],
    useFactory: (proofs: ProofsRepository, transactions: Transactions, outbox: Outbox, clock: Clock) =>
      new MoneyTasks(proofs, transactions, outbox, clock),
  },
];
