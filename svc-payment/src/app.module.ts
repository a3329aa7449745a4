import { paymentProblems } from '@concert/contracts/payment/problems';
import { CLOCK } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import { Metrics } from '@concert/service-kit/metrics';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { from, provide, provideAs, provideBy } from '@concert/service-kit/provide';
import { Schedules } from '@concert/service-kit/schedules';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CancellationController } from './cancellation/cancellation.controller.ts';
import { cancellationProviders } from './cancellation/cancellation.providers.ts';
import { MailFactsHandler } from './cancellation/mail-facts.handler.ts';
import { runIndexes } from './cancellation/mongo-runs.repository.ts';
import { RefundEverybody } from './cancellation/refund-everybody.ts';
import { DISPUTES } from './disputes/disputes.repository.ts';
import { FollowDispute } from './disputes/follow-dispute.ts';
import { disputeIndexes, MongoDisputesRepository } from './disputes/mongo-disputes.repository.ts';
import { LEDGER } from './ledger/ledger.ts';
import { ledgerIndexes, MongoLedger } from './ledger/mongo-ledger.ts';
import { BOOKING_MONEY } from './proof/booking-money.ts';
import { proofIndexes } from './proof/mongo-proofs.repository.ts';
import { ProofController } from './proof/proof.controller.ts';
import { MoneyMetricsModule } from './proof/money-metrics.module.ts';
import { proofProviders } from './proof/proof.providers.ts';
import { ProveMoney } from './proof/prove-money.ts';
import { PROVIDER } from './provider/payment-provider.ts';
import { providerMetrics } from './provider/provider-metrics.ts';
import { StripeProvider } from './provider/stripe-provider.ts';
import { MARKS } from './reconciler/marks.repository.ts';
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
import { PAYABLE_BOOKINGS } from './sessions/payable-bookings.ts';
import { unreachableStatuses } from './sessions/payment-session.ts';
import { ProcessDetails } from './sessions/process-details.ts';
import { SessionsController } from './sessions/sessions.controller.ts';
import { SESSIONS } from './sessions/sessions.repository.ts';
import { SettlePayment } from './sessions/settle-payment.ts';
import { demandOwnProvider, setting, type PaymentSettings } from './settings.ts';
import { FollowNotices } from './webhooks/follow-notices.ts';
import { MongoNoticesRepository, noticeIndexes } from './webhooks/mongo-notices.repository.ts';
import { NOTICES } from './webhooks/notices.repository.ts';
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
    provideAs(SESSIONS, MongoSessionsRepository, MONGO),
    provideAs(LEDGER, MongoLedger, MONGO),
    provideAs(MARKS, MongoMarksRepository, MONGO),
    provideBy(
      PROVIDER,
      [setting('STRIPE_SECRET_KEY'), setting('STRIPE_API_URL'), Metrics],
      (secretKey, apiUrl, metrics) => new StripeProvider({ secretKey, apiUrl, watch: providerMetrics(metrics) }),
    ),
    provideAs(NOTICES, MongoNoticesRepository, MONGO, CLOCK),
    provideAs(DISPUTES, MongoDisputesRepository, MONGO),
    provide(WebhookMetrics, Metrics, NOTICES, CLOCK),
    provide(FollowDispute, DISPUTES, LEDGER, Outbox, CLOCK, Log),
    provide(StripeSignature, setting('STRIPE_WEBHOOK_SECRETS'), setting('STRIPE_SECRET_KEY')),
    provideBy(
      PAYABLE_BOOKINGS,
      [setting('BOOKING_URL'), IdentitySigner],
      (url, signer) => new HttpPayableBookings(new InternalClient('svc-booking', url, signer)),
    ),
    provide(
      SettlePayment,
      PROVIDER,
      SESSIONS,
      ReturnMoney,
      LEDGER,
      BOOKING_MONEY,
      Transactions,
      Outbox,
      CLOCK,
      setting('PUBLIC_ORIGIN'),
      Log,
    ),
    provide(
      CreatePayment,
      PAYABLE_BOOKINGS,
      SESSIONS,
      SettlePayment,
      PROVIDER,
      Transactions,
      Idempotency,
      CLOCK,
      setting('PUBLIC_ORIGIN'),
      Log,
    ),
    provide(ProcessDetails, SESSIONS, SettlePayment),
    provide(FollowBookings, SESSIONS, ReturnMoney),
    provide(
      FollowNotices,
      PROVIDER,
      NOTICES,
      SESSIONS,
      SettlePayment,
      ReturnMoney,
      FollowDispute,
      Transactions,
      CLOCK,
      Log,
      from(WebhookMetrics, (metrics) => (about, outcome, count) => metrics.followed(about, outcome, count)),
    ),
    provide(Reconcile, PROVIDER, SESSIONS, SettlePayment, CreatePayment, NOTICES, FollowNotices, MARKS, CLOCK, Log),
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
