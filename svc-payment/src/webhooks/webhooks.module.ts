import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Metrics } from '@concert/service-kit/process/metrics';
import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { FollowDispute } from '../disputes/follow-dispute.ts';
import { MongoNotices } from '../notices/mongo-notices.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { ReturnMoney } from '../refunds/sending/return-money.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { setting } from '../settings.ts';
import { SettlePayment } from '../settlement/settle-payment.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { FollowNotices } from './follow-notices.ts';
import { StripeSignature } from './stripe-signature.ts';
import { WebhookMetrics } from './webhook-metrics.ts';
import { WebhooksController } from './webhooks.controller.ts';

const NOTICES_BEAT_MS = 1_000;

@Module({
  imports: [GroundModule, SettlementModule, RefundsModule],
  controllers: [WebhooksController],
  providers: [
    provide(WebhookMetrics, Metrics, MongoNotices, CLOCK),
    provide(StripeSignature, setting('STRIPE_WEBHOOK_SECRETS'), setting('STRIPE_SECRET_KEY')),
    provide(FollowNotices, PROVIDER, MongoNotices, MongoSessions, SettlePayment, ReturnMoney, FollowDispute, Transactions, CLOCK, Log),
    provideTask('follow-notices', NOTICES_BEAT_MS, FollowNotices, (task) => task.run()),
  ],
  exports: [FollowNotices],
})
export class WebhooksModule implements OnModuleDestroy {
  constructor(@Inject(FollowNotices) private readonly followNotices: FollowNotices) {}

  /* Runs before the database is closed. */
  async onModuleDestroy(): Promise<void> {
    await this.followNotices.stop();
  }
}
