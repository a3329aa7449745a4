import { approvalRoutes } from '@concert/contracts/auth/approvals';
import { setTimeout as pause } from 'node:timers/promises';
import { APPROVALS, provideApprovals } from '@concert/service-kit/http/approvals';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { MongoDisputes } from '../disputes/mongo-disputes.ts';
import { MongoLedger } from '../ledger/mongo-ledger.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { neighbour, setting } from '../settings.ts';
import { GiveBackTickets } from './asking/give-back-tickets.ts';
import { HttpRefundBookings } from './asking/http-refund-bookings.ts';
import { ListRefundable } from './asking/list-refundable.ts';
import { MongoRefunds } from './rules/mongo-refunds.ts';
import { RateLimiter } from './sending/rate-limiter.ts';
import { RefundLink } from './asking/refund-link.codec.ts';
import { PublishRefunds } from './sending/publish-refunds.ts';
import { RefundMetricsModule } from './sending/refund-metrics.module.ts';
import { RefundsController } from './asking/refunds.controller.ts';
import { ReturnMoney } from './sending/return-money.ts';
import { SendRefunds } from './sending/send-refunds.ts';
import { ShowRefund } from './asking/show-refund.ts';
import { StartRefund } from './asking/start-refund.ts';
import { AnnounceRefunds } from './sending/announce-refunds.ts';

const REFUND_BEAT_MS = 1_000;

@Module({
  imports: [GroundModule, RefundMetricsModule],
  controllers: [RefundsController],
  providers: [
    provideApprovals(setting('AUTH_URL'), approvalRoutes.requireApproval),
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
    provide(PublishRefunds, MongoLedger, Outbox, CLOCK, Log),
    provide(ReturnMoney, MongoRefunds, MongoSessions, MongoDisputes, PublishRefunds, Transactions, CLOCK, IDS, Log),
    provide(
      SendRefunds,
      MongoRefunds,
      MongoSessions,
      MongoDisputes,
      PROVIDER,
      ReturnMoney,
      PublishRefunds,
      Transactions,
      CLOCK,
      RateLimiter,
      Log,
    ),
    provide(ListRefundable, MongoSessions, MongoRefunds, MongoDisputes, HttpRefundBookings),
    provide(
      StartRefund,
      MongoSessions,
      MongoRefunds,
      MongoDisputes,
      ReturnMoney,
      SendRefunds,
      HttpRefundBookings,
      ListRefundable,
      APPROVALS,
      Transactions,
      Idempotency,
      Outbox,
    ),
    provide(GiveBackTickets, MongoRefunds, MongoDisputes, ReturnMoney, PublishRefunds, CLOCK, IDS, Log),
    provide(AnnounceRefunds, MongoRefunds, PublishRefunds, Transactions, Outbox, CLOCK),
    provide(ShowRefund, MongoRefunds, HttpRefundBookings, MongoSessions, RefundLink, CLOCK),
    provideTask('return-money', REFUND_BEAT_MS, SendRefunds, (task) => task.run()),
  ],
  exports: [APPROVALS, HttpRefundBookings, GiveBackTickets, ReturnMoney, SendRefunds],
})
export class RefundsModule {}
