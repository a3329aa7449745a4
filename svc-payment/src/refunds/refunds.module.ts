import { approvalRoutes } from '@concert/contracts/auth/approvals';
import { setTimeout as pause } from 'node:timers/promises';
import { APPROVALS, provideApprovals } from '@concert/service-kit/http/approvals';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideAs, provideBy } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.ts';
import { DISPUTES } from '../disputes/disputes.repository.ts';
import { LedgerModule } from '../ledger/ledger.module.ts';
import { LEDGER } from '../ledger/ledger.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { ProviderModule } from '../provider/provider.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SESSIONS } from '../sessions/sessions.repository.ts';
import { neighbour, setting } from '../settings.ts';
import { GiveBackTickets } from './asking/give-back-tickets.ts';
import { HttpRefundBookings } from './asking/http-refund-bookings.ts';
import { ListRefundable } from './asking/list-refundable.ts';
import { MongoRefundsRepository } from './rules/mongo-refunds.repository.ts';
import { RateLimiter } from './sending/rate-limiter.ts';
import { RefundLink } from './asking/refund-link.codec.ts';
import { PublishRefunds } from './sending/publish-refunds.ts';
import { RefundMetricsModule } from './sending/refund-metrics.module.ts';
import { RefundsController } from './asking/refunds.controller.ts';
import { REFUNDS } from './rules/refunds.repository.ts';
import { ReturnMoney } from './sending/return-money.ts';
import { SendRefunds } from './sending/send-refunds.ts';
import { ShowRefund } from './asking/show-refund.ts';
import { StartRefund } from './asking/start-refund.ts';
import { AnnounceRefunds } from './sending/announce-refunds.ts';

const REFUND_BEAT_MS = 1_000;

@Module({
  imports: [ProviderModule, SessionsModule, DisputesModule, LedgerModule, RefundMetricsModule],
  controllers: [RefundsController],
  providers: [
    provideApprovals(setting('AUTH_URL'), approvalRoutes.requireApproval),
    provideAs(REFUNDS, MongoRefundsRepository, MONGO),
    provideBy(
      RateLimiter,
      [setting('PAYMENT_REFUNDS_PER_SECOND')],
      (perSecond) =>
        new RateLimiter(
          perSecond,
          () => performance.now(),
          (milliseconds) => pause(milliseconds),
        ),
    ),
    provide(RefundLink, setting('REFUND_LINK_KEYS'), setting('PUBLIC_ORIGIN')),
    provide(HttpRefundBookings, neighbour('BOOKING_URL')),
    provide(PublishRefunds, LEDGER, Outbox, CLOCK, Log),
    provide(ReturnMoney, REFUNDS, SESSIONS, DISPUTES, PublishRefunds, Transactions, Outbox, CLOCK, IDS, Log),
    provide(SendRefunds, REFUNDS, SESSIONS, DISPUTES, PROVIDER, ReturnMoney, PublishRefunds, Transactions, CLOCK, RateLimiter, Log),
    provide(ListRefundable, SESSIONS, REFUNDS, DISPUTES, HttpRefundBookings),
    provide(
      StartRefund,
      SESSIONS,
      REFUNDS,
      DISPUTES,
      ReturnMoney,
      SendRefunds,
      HttpRefundBookings,
      ListRefundable,
      APPROVALS,
      Transactions,
      Idempotency,
      Outbox,
      CLOCK,
    ),
    provide(GiveBackTickets, REFUNDS, DISPUTES, ReturnMoney, PublishRefunds, CLOCK, IDS, Log),
    provide(AnnounceRefunds, REFUNDS, PublishRefunds, Transactions, Outbox, CLOCK),
    provide(ShowRefund, REFUNDS, HttpRefundBookings, SESSIONS, RefundLink, CLOCK),
    provideTask('return-money', REFUND_BEAT_MS, SendRefunds, (task) => task.run()),
  ],
  exports: [APPROVALS, REFUNDS, HttpRefundBookings, GiveBackTickets, ReturnMoney, SendRefunds],
})
export class RefundsModule {}
