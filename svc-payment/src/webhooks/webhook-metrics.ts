import type { Clock } from '@concert/service-kit/process/clock';
import type { Metrics } from '@concert/service-kit/process/metrics';
import type { MongoNotices } from '../notices/mongo-notices.ts';

/** Metrics of the provider's messages, for Prometheus. */
export class WebhookMetrics {
  readonly taken;
  readonly refused;

  constructor(metrics: Metrics, notices: Pick<MongoNotices, 'waiting'>, clock: Clock) {
    this.taken = metrics.counter(
      'webhooks_taken_total',
      'Webhooks answered 2xx by what they are about and outcome (stored, repeat, ignored)',
      ['about', 'outcome'],
    );
    this.refused = metrics.counter('webhooks_refused_total', 'Webhooks answered 400 by reason', ['reason']);
    metrics.watchOne('provider_notices_owed', 'Stored notices that are not carried out', async () => (await notices.waiting()).count);
    const oldest = 'Age of the oldest stored notice that is not carried out';
    metrics.watchAge('provider_notices_oldest_owed_seconds', oldest, clock, async () => (await notices.waiting()).oldest);
  }
}
