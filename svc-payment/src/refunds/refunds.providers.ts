import { setTimeout as pause } from 'node:timers/promises';
import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { SETTINGS } from '@concert/service-kit/service';
import type { Provider } from '@nestjs/common';
import { DISPUTES, type DisputesRepository } from '../disputes/disputes.repository.ts';
import { LEDGER, type Ledger } from '../ledger/ledger.ts';
import { PROVIDER, type PaymentProvider } from '../provider/payment-provider.ts';
import { SESSIONS, type SessionsRepository } from '../sessions/sessions.repository.ts';
import type { PaymentSettings } from '../settings.ts';
import { HttpRefundBookings } from './http-refund-bookings.ts';
import { ListRefundable } from './list-refundable.ts';
import { MongoRefundsRepository } from './mongo-refunds.repository.ts';
import { Pace } from './pace.ts';
import { REFUND_BOOKINGS, type RefundBookings } from './refund-bookings.ts';
import { RefundLink } from './refund-link.codec.ts';
import { REFUNDS, type RefundsRepository } from './refunds.repository.ts';
import { ReturnMoney } from './return-money.ts';
import { ShowRefund } from './show-refund.ts';
import { TellRefunded } from './tell-refunded.ts';
import { TriggerRefund } from './trigger-refund.ts';

/** Everything that sends money back, put together. */
export const refundProviders: Provider[] = [
  { provide: REFUNDS, inject: [MONGO], useFactory: (connection: Connection) => new MongoRefundsRepository(connection) },
  {
    provide: Pace,
    inject: [SETTINGS],
    useFactory: (settings: PaymentSettings) =>
      new Pace(
        settings.PAYMENT_REFUNDS_PER_SECOND,
        () => performance.now(),
        (milliseconds) => pause(milliseconds),
      ),
  },
  {
    provide: RefundLink,
    inject: [SETTINGS],
    useFactory: (settings: PaymentSettings) => new RefundLink(settings.REFUND_LINK_KEYS, settings.PUBLIC_ORIGIN),
  },
  {
    provide: REFUND_BOOKINGS,
    inject: [SETTINGS, IdentitySigner],
    useFactory: (settings: PaymentSettings, signer: IdentitySigner) =>
      new HttpRefundBookings(new InternalClient('svc-booking', settings.BOOKING_URL, signer)),
  },
  {
    provide: ReturnMoney,
    inject: [REFUNDS, SESSIONS, DISPUTES, PROVIDER, LEDGER, Transactions, Outbox, CLOCK, IDS, Pace, Log],
    useFactory: (
      refunds: RefundsRepository,
      sessions: SessionsRepository,
      disputes: DisputesRepository,
      provider: PaymentProvider,
      ledger: Ledger,
      transactions: Transactions,
      outbox: Outbox,
      clock: Clock,
      ids: Ids,
      pace: Pace,
      log: Log,
    ) => new ReturnMoney(refunds, sessions, disputes, provider, ledger, transactions, outbox, clock, ids, pace, log),
  },
  {
    provide: ListRefundable,
    inject: [SESSIONS, REFUNDS, DISPUTES, REFUND_BOOKINGS],
    useFactory: (sessions: SessionsRepository, refunds: RefundsRepository, disputes: DisputesRepository, bookings: RefundBookings) =>
      new ListRefundable(sessions, refunds, disputes, bookings),
  },
  {
    provide: TriggerRefund,
    inject: [SESSIONS, REFUNDS, DISPUTES, ReturnMoney, REFUND_BOOKINGS, ListRefundable, Transactions, Idempotency, Outbox, CLOCK, Log],
    useFactory: (
      sessions: SessionsRepository,
      refunds: RefundsRepository,
      disputes: DisputesRepository,
      returnMoney: ReturnMoney,
      bookings: RefundBookings,
      list: ListRefundable,
      transactions: Transactions,
      idempotency: Idempotency,
      outbox: Outbox,
      clock: Clock,
      log: Log,
    ) => new TriggerRefund(sessions, refunds, disputes, returnMoney, bookings, list, transactions, idempotency, outbox, clock, log),
  },
  {
    provide: TellRefunded,
    inject: [REFUNDS, Transactions, Outbox, CLOCK],
    useFactory: (refunds: RefundsRepository, transactions: Transactions, outbox: Outbox, clock: Clock) =>
      new TellRefunded(refunds, transactions, outbox, clock),
  },
  {
    provide: ShowRefund,
    inject: [REFUNDS, REFUND_BOOKINGS, SESSIONS, RefundLink],
    useFactory: (refunds: RefundsRepository, bookings: RefundBookings, sessions: SessionsRepository, link: RefundLink) =>
      new ShowRefund(refunds, bookings, sessions, link),
  },
];
