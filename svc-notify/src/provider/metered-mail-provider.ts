import type { Metrics } from '@concert/service-kit/process/metrics';
import type { MailProvider } from '../letters/letter.ts';

/** The given mail provider, with the duration of its calls reported to Prometheus. */
export function metered(provider: MailProvider, metrics: Metrics): MailProvider {
  const seconds = metrics.seconds(
    'mail_provider_call_duration_seconds',
    'Duration of calls to the email provider by outcome (accepted, refused, unavailable)',
    ['outcome'],
  );
  return {
    async send(id, letter) {
      const end = seconds.startTimer();
      const delivery = await provider.send(id, letter);
      end({ outcome: delivery.outcome === 'refused' && delivery.temporary ? 'unavailable' : delivery.outcome });
      return delivery;
    },
  };
}
