import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Metrics } from '@concert/service-kit/process/metrics';
import { provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { PROVIDER } from './payment-provider.ts';
import { providerMetrics } from './provider-metrics.ts';
import { StripeProvider } from './stripe-provider.ts';

@Module({
  providers: [
    provideBy(
      PROVIDER,
      [setting('STRIPE_SECRET_KEY'), setting('STRIPE_API_URL'), CLOCK, Metrics, Log],
      (secretKey, apiUrl, clock, metrics, log) => new StripeProvider({ secretKey, apiUrl, clock, watch: providerMetrics(metrics), log }),
    ),
  ],
  exports: [PROVIDER],
})
export class ProviderModule {}
