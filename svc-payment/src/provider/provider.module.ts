import { Metrics } from '@concert/service-kit/metrics';
import { provideBy } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { PROVIDER } from './payment-provider.ts';
import { providerMetrics } from './provider-metrics.ts';
import { StripeProvider } from './stripe-provider.ts';

@Module({
  providers: [
    provideBy(
      PROVIDER,
      [setting('STRIPE_SECRET_KEY'), setting('STRIPE_API_URL'), Metrics],
      (secretKey, apiUrl, metrics) => new StripeProvider({ secretKey, apiUrl, watch: providerMetrics(metrics) }),
    ),
  ],
  exports: [PROVIDER],
})
export class ProviderModule {}
