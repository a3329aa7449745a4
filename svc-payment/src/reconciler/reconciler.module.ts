import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { CheckoutModule } from '../checkout/checkout.module.ts';
import { CreatePayment } from '../checkout/create-payment.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { SettlePayment } from '../settlement/settle-payment.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { FollowNotices } from '../webhooks/follow-notices.ts';
import { MongoNotices } from '../notices/mongo-notices.ts';
import { WebhooksModule } from '../webhooks/webhooks.module.ts';
import { MongoCheckpoints } from './mongo-checkpoints.ts';
import { Reconcile } from './reconcile.ts';

const END_BEAT_MS = 3_000;
const CATCH_UP_BEAT_MS = 15_000;
/** Seldom: every page is compared soon after it was made, and once more when its time is over. */
const SWEEP_BEAT_MS = 60 * 60_000;
/** A page made by an order that was given up is found within a minute: it is left out while it is younger than 20 s. */
const RECENT_BEAT_MS = 40_000;

@Module({
  imports: [GroundModule, SettlementModule, CheckoutModule, WebhooksModule],
  providers: [
    provide(Reconcile, PROVIDER, MongoSessions, SettlePayment, CreatePayment, MongoNotices, FollowNotices, MongoCheckpoints, CLOCK, Log),
    provideTask('end-sessions', END_BEAT_MS, Reconcile, (task) => task.endSessions()),
    provideTask('catch-up', CATCH_UP_BEAT_MS, Reconcile, (task) => task.catchUp()),
    provideTask('sweep-recent', RECENT_BEAT_MS, Reconcile, (task) => task.sweepRecent()),
    provideTask('sweep', SWEEP_BEAT_MS, Reconcile, (task) => task.sweep()),
  ],
  exports: [Reconcile],
})
export class ReconcilerModule {}
