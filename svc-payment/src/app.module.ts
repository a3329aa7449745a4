import { paymentProblems } from '@concert/contracts/payment/problems';
import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import { Metrics } from '@concert/service-kit/metrics';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { Schedules } from '@concert/service-kit/schedules';
import { SETTINGS, type ServiceDefinition } from '@concert/service-kit/service';
import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CancellationController } from './cancellation/cancellation.controller.ts';
import { cancellationProviders } from './cancellation/cancellation.providers.ts';
import { MailFactsHandler } from './cancellation/mail-facts.handler.ts';
import { runIndexes } from './cancellation/mongo-runs.repository.ts';
import { RefundEverybody } from './cancellation/refund-everybody.ts';
import { DISPUTES, type DisputesRepository } from './disputes/disputes.repository.ts';
import { FollowDispute } from './disputes/follow-dispute.ts';
import { disputeIndexes, MongoDisputesRepository } from './disputes/mongo-disputes.repository.ts';
import { LEDGER, type Ledger } from './ledger/ledger.ts';
import { ledgerIndexes, MongoLedger } from './ledger/mongo-ledger.ts';
import { BOOKING_MONEY, type BookingLedger } from './proof/booking-money.ts';
import { proofIndexes } from './proof/mongo-proofs.repository.ts';
import { ProofController } from './proof/proof.controller.ts';
import { MoneyMetricsModule } from './proof/money-metrics.module.ts';
import { proofProviders } from './proof/proof.providers.ts';
import { ProveMoney } from './proof/prove-money.ts';
import { PROVIDER, type PaymentProvider } from './provider/payment-provider.ts';
import { providerMetrics } from './provider/provider-metrics.ts';
import { StripeProvider } from './provider/stripe-provider.ts';
import { MARKS, type MarksRepository } from './reconciler/marks.repository.ts';
import { MongoMarksRepository } from './reconciler/mongo-marks.repository.ts';
import { Reconcile } from './reconciler/reconcile.ts';
import { refundIndexes } from './refunds/mongo-refunds.repository.ts';
import { refundProviders } from './refunds/refunds.providers.ts';
import { RefundsController } from './refunds/refunds.controller.ts';
import { RefundMetricsModule } from './refunds/refund-metrics.module.ts';
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
import { demandOwnProvider, type PaymentSettings } from './settings.ts';
import { FollowNotices } from './webhooks/follow-notices.ts';
import { MongoNoticesRepository, noticeIndexes } from './webhooks/mongo-notices.repository.ts';
import { NOTICES, type NoticesRepository } from './webhooks/notices.repository.ts';
import { StripeSignature } from './webhooks/stripe-signature.ts';
import { WebhookMetrics } from './webhooks/webhook-metrics.ts';
import { WebhooksController } from './webhooks/webhooks.controller.ts';

const END_BEAT_MS = 3_000;
const REFUND_BEAT_MS = 1_000;
const NOTICES_BEAT_MS = 1_000;
const CATCH_UP_BEAT_MS = 15_000;
/** An organiser who asked for it watches. */
const PROOF_BEAT_MS = 1_000;
const SWEEP_BEAT_MS = 10 * 60_000;
/** A page that an order made after it was given up is found within a minute. */
const RECENT_BEAT_MS = 60_000;
const RECENT_MS = 10 * 60_000;

/** Indexes of svc-payment's database. */
export const paymentIndexes: readonly IndexSpec[] = [
  ...sessionIndexes,
  ...ledgerIndexes,
  ...refundIndexes,
  ...runIndexes,
  ...noticeIndexes,
  ...disputeIndexes,
  ...proofIndexes,
];

@Module({
  controllers: [
    SessionsController,
    WebhooksController,
    BookingFactsHandler,
    RefundsController,
    CancellationController,
    MailFactsHandler,
    ProofController,
  ],
  providers: [
    ...refundProviders,
    ...cancellationProviders,
    ...proofProviders,
    { provide: SESSIONS, inject: [MONGO], useFactory: (connection: Connection) => new MongoSessionsRepository(connection) },
    { provide: LEDGER, inject: [MONGO], useFactory: (connection: Connection) => new MongoLedger(connection) },
    { provide: MARKS, inject: [MONGO], useFactory: (connection: Connection) => new MongoMarksRepository(connection) },
    {
      provide: PROVIDER,
      inject: [SETTINGS, Metrics],
      useFactory: (settings: PaymentSettings, metrics: Metrics) =>
        new StripeProvider({ secretKey: settings.STRIPE_SECRET_KEY, apiUrl: settings.STRIPE_API_URL, watch: providerMetrics(metrics) }),
    },
    {
      provide: NOTICES,
      inject: [MONGO, CLOCK],
      useFactory: (connection: Connection, clock: Clock) => new MongoNoticesRepository(connection, clock),
    },
    { provide: DISPUTES, inject: [MONGO], useFactory: (connection: Connection) => new MongoDisputesRepository(connection) },
    {
      provide: WebhookMetrics,
      inject: [Metrics, NOTICES, CLOCK],
      useFactory: (metrics: Metrics, notices: NoticesRepository, clock: Clock) => new WebhookMetrics(metrics, notices, clock),
    },
    {
      provide: FollowDispute,
      inject: [DISPUTES, LEDGER, Outbox, CLOCK, Log],
      useFactory: (disputes: DisputesRepository, ledger: Ledger, outbox: Outbox, clock: Clock, log: Log) =>
        new FollowDispute(disputes, ledger, outbox, clock, log),
    },
    {
      provide: StripeSignature,
      inject: [SETTINGS],
      useFactory: (settings: PaymentSettings) => new StripeSignature(settings.STRIPE_WEBHOOK_SECRETS, settings.STRIPE_SECRET_KEY),
    },
    {
      provide: PAYABLE_BOOKINGS,
      inject: [SETTINGS, IdentitySigner],
      useFactory: (settings: PaymentSettings, signer: IdentitySigner) =>
        new HttpPayableBookings(new InternalClient('svc-booking', settings.BOOKING_URL, signer)),
    },
    {
      provide: SettlePayment,
      inject: [PROVIDER, SESSIONS, ReturnMoney, LEDGER, BOOKING_MONEY, Transactions, Outbox, CLOCK, SETTINGS, Log],
      useFactory: (
        provider: PaymentProvider,
        sessions: SessionsRepository,
        returnMoney: ReturnMoney,
        ledger: Ledger,
        bookings: BookingLedger,
        transactions: Transactions,
        outbox: Outbox,
        clock: Clock,
        settings: PaymentSettings,
        log: Log,
      ) => new SettlePayment(provider, sessions, returnMoney, ledger, bookings, transactions, outbox, clock, settings.PUBLIC_ORIGIN, log),
    },
    {
      provide: CreatePayment,
      inject: [PAYABLE_BOOKINGS, SESSIONS, SettlePayment, PROVIDER, Transactions, Idempotency, CLOCK, SETTINGS, Log],
      useFactory: (
        bookings: PayableBookings,
        sessions: SessionsRepository,
        settle: SettlePayment,
        provider: PaymentProvider,
        transactions: Transactions,
        idempotency: Idempotency,
        clock: Clock,
        settings: PaymentSettings,
        log: Log,
      ) => new CreatePayment(bookings, sessions, settle, provider, transactions, idempotency, clock, settings.PUBLIC_ORIGIN, log),
    },
    {
      provide: ProcessDetails,
      inject: [SESSIONS, SettlePayment],
      useFactory: (sessions: SessionsRepository, settle: SettlePayment) => new ProcessDetails(sessions, settle),
    },
    {
      provide: FollowBookings,
      inject: [SESSIONS, ReturnMoney],
      useFactory: (sessions: SessionsRepository, returnMoney: ReturnMoney) => new FollowBookings(sessions, returnMoney),
    },
    {
      provide: FollowNotices,
      inject: [PROVIDER, NOTICES, SESSIONS, SettlePayment, ReturnMoney, FollowDispute, Transactions, CLOCK, Log, WebhookMetrics],
      useFactory: (
        provider: PaymentProvider,
        notices: NoticesRepository,
        sessions: SessionsRepository,
        settle: SettlePayment,
        returnMoney: ReturnMoney,
        disputes: FollowDispute,
        transactions: Transactions,
        clock: Clock,
        log: Log,
        metrics: WebhookMetrics,
      ) =>
        new FollowNotices(provider, notices, sessions, settle, returnMoney, disputes, transactions, clock, log, (about, outcome, count) =>
          metrics.followed(about, outcome, count),
        ),
    },
    {
      provide: Reconcile,
      inject: [PROVIDER, SESSIONS, SettlePayment, CreatePayment, NOTICES, FollowNotices, MARKS, CLOCK, Log],
      useFactory: (
        provider: PaymentProvider,
        sessions: SessionsRepository,
        settle: SettlePayment,
        createPayment: CreatePayment,
        notices: NoticesRepository,
        follow: FollowNotices,
        marks: MarksRepository,
        clock: Clock,
        log: Log,
      ) => new Reconcile(provider, sessions, settle, createPayment, notices, follow, marks, clock, log),
    },
  ],
})
class PaymentModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    @Inject(Schedules) private readonly schedules: Schedules,
    @Inject(Reconcile) private readonly reconcile: Reconcile,
    @Inject(ReturnMoney) private readonly returnMoney: ReturnMoney,
    @Inject(RefundEverybody) private readonly refundEverybody: RefundEverybody,
    @Inject(ProveMoney) private readonly proveMoney: ProveMoney,
    @Inject(FollowNotices) private readonly followNotices: FollowNotices,
  ) {}

  onModuleInit(): void {
    const lost = unreachableStatuses();
    if (lost.length > 0) throw new Error(`no transition leads to ${lost.join(', ')}`);
    this.schedules.every('end-sessions', END_BEAT_MS, () => this.reconcile.endSessions());
    this.schedules.every('return-money', REFUND_BEAT_MS, () => this.returnMoney.run());
    this.schedules.every('refund-everybody', REFUND_BEAT_MS, () => this.refundEverybody.run());
    this.schedules.every('follow-notices', NOTICES_BEAT_MS, () => this.followNotices.run());
    this.schedules.every('catch-up', CATCH_UP_BEAT_MS, () => this.reconcile.catchUp());
    this.schedules.every('prove-money', PROOF_BEAT_MS, () => this.proveMoney.whenDue());
    this.schedules.every('sweep-recent', RECENT_BEAT_MS, () => this.reconcile.sweep(RECENT_MS));
    this.schedules.every('sweep', SWEEP_BEAT_MS, () => this.reconcile.sweep());
  }

  /* The database is closed after this. */
  async onModuleDestroy(): Promise<void> {
    await this.followNotices.stop();
  }
}

/**
 * svc-payment as the kit starts it.
 * @throws SettingsError when a live key would go anywhere but to the provider
 */
export function paymentService(settings: PaymentSettings): ServiceDefinition<PaymentSettings> {
  demandOwnProvider(settings);
  return {
    name: 'svc-payment',
    settings,
    problems: { ...bookingProblems, ...paymentProblems },
    modules: [PaymentModule, RefundMetricsModule, MoneyMetricsModule],
    indexes: paymentIndexes,
  };
}
