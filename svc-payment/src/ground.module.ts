import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Metrics } from '@concert/service-kit/process/metrics';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { MONGO } from '@concert/service-kit/store/mongo';
import { assertReachable } from '@concert/service-kit/store/transitions';
import { Module, type OnModuleInit } from '@nestjs/common';
import { FollowDispute } from './disputes/follow-dispute.ts';
import { MongoDisputes } from './disputes/mongo-disputes.ts';
import { MongoLedger } from './ledger/mongo-ledger.ts';
import { MongoNotices } from './notices/mongo-notices.ts';
import { PROVIDER } from './provider/payment-provider.ts';
import { providerMetrics } from './provider/provider-metrics.ts';
import { StripeProvider } from './provider/stripe-provider.ts';
import { MongoCheckpoints } from './reconciler/mongo-checkpoints.ts';
import { MongoRefunds } from './refunds/rules/mongo-refunds.ts';
import { MongoSessions } from './sessions/mongo-sessions.ts';
import { TRANSITIONS } from './sessions/payment-session.ts';
import { setting } from './settings.ts';

/** What every feature stands on: the provider, and what is stored of payments, refunds and disputes. */
@Module({
  providers: [
    provideBy(
      PROVIDER,
      [setting('STRIPE_SECRET_KEY'), setting('STRIPE_API_URL'), CLOCK, Metrics, Log],
      (secretKey, apiUrl, clock, metrics, log) => new StripeProvider({ secretKey, apiUrl, clock, watch: providerMetrics(metrics), log }),
    ),
    provide(MongoSessions, MONGO),
    provide(MongoNotices, MONGO, CLOCK),
    provide(MongoLedger, MONGO),
    provide(MongoRefunds, MONGO),
    provide(MongoCheckpoints, MONGO),
    provide(MongoDisputes, MONGO),
    provide(FollowDispute, MongoDisputes, MongoLedger, Outbox, CLOCK, Log),
  ],
  exports: [PROVIDER, MongoSessions, MongoNotices, MongoLedger, MongoRefunds, MongoCheckpoints, MongoDisputes, FollowDispute],
})
export class GroundModule implements OnModuleInit {
  onModuleInit(): void {
    assertReachable(TRANSITIONS, 'creating');
  }
}
