import { paymentProblems } from '@concert/contracts/payment/problems';
import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { IdentitySigner } from '@concert/service-kit/identity';
import { Inbox } from '@concert/service-kit/inbox';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { Schedules } from '@concert/service-kit/schedules';
import { SETTINGS, type ServiceDefinition } from '@concert/service-kit/service';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { LEDGER, type Ledger } from './ledger/ledger.ts';
import { ledgerIndexes, MongoLedger } from './ledger/mongo-ledger.ts';
import { PROVIDER, type PaymentProvider } from './provider/payment-provider.ts';
import { StripeProvider } from './provider/stripe-provider.ts';
import { MARKS, type MarksRepository } from './reconciler/marks.repository.ts';
import { MongoMarksRepository } from './reconciler/mongo-marks.repository.ts';
import { Reconcile } from './reconciler/reconcile.ts';
import { MongoRefundsRepository, refundIndexes } from './refunds/mongo-refunds.repository.ts';
import { REFUNDS, type RefundsRepository } from './refunds/refunds.repository.ts';
import { ReturnMoney } from './refunds/return-money.ts';
import { BookingFactsHandler } from './sessions/booking-facts.handler.ts';
import { CreatePayment } from './sessions/create-payment.ts';
import { FollowBookings } from './sessions/follow-bookings.ts';
import { bookingProblems, HttpPayableBookings } from './sessions/http-payable-bookings.ts';
import { MongoSessionsRepository, sessionIndexes } from './sessions/mongo-sessions.repository.ts';
import { PAYABLE_BOOKINGS, type PayableBookings } from './sessions/payable-bookings.ts';
import { unreachableStatuses } from './sessions/payment-session.ts';
import { ProcessDetails } from './sessions/process-details.ts';
import { SessionsController } from './sessions/sessions.controller.ts';
import { SESSIONS, type SessionsRepository } from './sessions/sessions.repository.ts';
import { SettlePayment } from './sessions/settle-payment.ts';
import type { PaymentSettings } from './settings.ts';
import { FollowNotice } from './webhooks/follow-notice.ts';
import { StripeSignature } from './webhooks/stripe-signature.ts';
import { WebhooksController } from './webhooks/webhooks.controller.ts';

const END_BEAT_MS = 3_000;
const REFUND_BEAT_MS = 2_000;
const CATCH_UP_BEAT_MS = 15_000;
const SWEEP_BEAT_MS = 10 * 60_000;

/** Indexes of svc-payment's database. */
export const paymentIndexes: readonly IndexSpec[] = [...sessionIndexes, ...ledgerIndexes, ...refundIndexes];

@Module({
  controllers: [SessionsController, WebhooksController, BookingFactsHandler],
  providers: [
    { provide: SESSIONS, inject: [MONGO], useFactory: (connection: Connection) => new MongoSessionsRepository(connection) },
    { provide: LEDGER, inject: [MONGO], useFactory: (connection: Connection) => new MongoLedger(connection) },
    { provide: REFUNDS, inject: [MONGO], useFactory: (connection: Connection) => new MongoRefundsRepository(connection) },
    { provide: MARKS, inject: [MONGO], useFactory: (connection: Connection) => new MongoMarksRepository(connection) },
    { provide: PROVIDER, inject: [SETTINGS], useFactory: (settings: PaymentSettings) => new StripeProvider({ secretKey: settings.STRIPE_SECRET_KEY, apiUrl: settings.STRIPE_API_URL }) },
    { provide: StripeSignature, inject: [SETTINGS], useFactory: (settings: PaymentSettings) => new StripeSignature(settings.STRIPE_WEBHOOK_SECRETS, settings.STRIPE_SECRET_KEY) },
    {
      provide: PAYABLE_BOOKINGS,
      inject: [SETTINGS, IdentitySigner],
      useFactory: (settings: PaymentSettings, signer: IdentitySigner) => new HttpPayableBookings(new InternalClient(settings.BOOKING_URL, signer)),
    },
    {
      provide: ReturnMoney,
      inject: [REFUNDS, PROVIDER, LEDGER, Transactions, Outbox, CLOCK, IDS, Log],
      useFactory: (refunds: RefundsRepository, provider: PaymentProvider, ledger: Ledger, transactions: Transactions, outbox: Outbox, clock: Clock, ids: Ids, log: Log) =>
        new ReturnMoney(refunds, provider, ledger, transactions, outbox, clock, ids, log),
    },
    {
      provide: SettlePayment,
      inject: [PROVIDER, SESSIONS, ReturnMoney, LEDGER, Transactions, Outbox, CLOCK, SETTINGS, Log],
      useFactory: (provider: PaymentProvider, sessions: SessionsRepository, returnMoney: ReturnMoney, ledger: Ledger, transactions: Transactions, outbox: Outbox, clock: Clock, settings: PaymentSettings, log: Log) =>
        new SettlePayment(provider, sessions, returnMoney, ledger, transactions, outbox, clock, settings.PUBLIC_ORIGIN, log),
    },
    {
      provide: CreatePayment,
      inject: [PAYABLE_BOOKINGS, SESSIONS, SettlePayment, PROVIDER, Transactions, Idempotency, CLOCK, SETTINGS, Log],
      useFactory: (bookings: PayableBookings, sessions: SessionsRepository, settle: SettlePayment, provider: PaymentProvider, transactions: Transactions, idempotency: Idempotency, clock: Clock, settings: PaymentSettings, log: Log) =>
        new CreatePayment(bookings, sessions, settle, provider, transactions, idempotency, clock, settings.PUBLIC_ORIGIN, log),
    },
    { provide: ProcessDetails, inject: [SESSIONS, SettlePayment], useFactory: (sessions: SessionsRepository, settle: SettlePayment) => new ProcessDetails(sessions, settle) },
    { provide: FollowBookings, inject: [SESSIONS, ReturnMoney], useFactory: (sessions: SessionsRepository, returnMoney: ReturnMoney) => new FollowBookings(sessions, returnMoney) },
    {
      provide: FollowNotice,
      inject: [PROVIDER, Inbox, SettlePayment, ReturnMoney],
      useFactory: (provider: PaymentProvider, inbox: Inbox, settle: SettlePayment, returnMoney: ReturnMoney) => new FollowNotice(provider, inbox, settle, returnMoney),
    },
    {
      provide: Reconcile,
      inject: [PROVIDER, SESSIONS, SettlePayment, CreatePayment, FollowNotice, MARKS, CLOCK, Log],
      useFactory: (provider: PaymentProvider, sessions: SessionsRepository, settle: SettlePayment, createPayment: CreatePayment, notices: FollowNotice, marks: MarksRepository, clock: Clock, log: Log) =>
        new Reconcile(provider, sessions, settle, createPayment, notices, marks, clock, log),
    },
  ],
})
class PaymentModule implements OnModuleInit {
  constructor(
    @Inject(Schedules) private readonly schedules: Schedules,
    @Inject(Reconcile) private readonly reconcile: Reconcile,
    @Inject(ReturnMoney) private readonly returnMoney: ReturnMoney,
  ) {}

  onModuleInit(): void {
    const lost = unreachableStatuses();
    if (lost.length > 0) throw new Error(`no transition leads to ${lost.join(', ')}`);
    this.schedules.every('end-sessions', END_BEAT_MS, () => this.reconcile.endSessions());
    this.schedules.every('return-money', REFUND_BEAT_MS, () => this.returnMoney.run());
    this.schedules.every('catch-up', CATCH_UP_BEAT_MS, () => this.reconcile.catchUp());
    this.schedules.every('sweep', SWEEP_BEAT_MS, () => this.reconcile.sweep());
  }
}

/** svc-payment as the kit starts it. */
export function paymentService(settings: PaymentSettings): ServiceDefinition<PaymentSettings> {
  return { name: 'svc-payment', settings, problems: { ...bookingProblems, ...paymentProblems }, modules: [PaymentModule], indexes: paymentIndexes };
}
