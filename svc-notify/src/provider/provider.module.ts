import { CLOCK } from '@concert/service-kit/process/clock';
import { Metrics } from '@concert/service-kit/process/metrics';
import { provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MAIL_PROVIDER } from '../letters/letter.ts';
import { setting } from '../settings.ts';
import { metered } from './metered-mail-provider.ts';
import { SendgridMailProvider } from './sendgrid-mail-provider.ts';

@Module({
  providers: [
    provideBy(MAIL_PROVIDER, [setting.all, CLOCK, Metrics], (settings, clock, metrics) =>
      metered(
        new SendgridMailProvider(
          {
            apiKey: settings.SENDGRID_API_KEY,
            from: settings.MAIL_FROM,
            ...(settings.SENDGRID_API_URL ? { apiUrl: settings.SENDGRID_API_URL } : {}),
          },
          () => clock.now(),
        ),
        metrics,
      ),
    ),
  ],
  exports: [MAIL_PROVIDER],
})
export class ProviderModule {}
