import type { Clock } from '@concert/service-kit/process/clock';
import type { Metrics } from '@concert/service-kit/process/metrics';
import type { MongoNotices } from '../notices/mongo-notices.ts';
import type { NoticeSubject } from '../provider/payment-provider.ts';
import type { FollowOutcome } from './follow-notices.ts';
import type { NoticeRefusal } from './stripe-signature.ts';

/** Metrics of the provider's messages, for Prometheus. */
export class WebhookMetrics {
  private readonly takenTotal;
  private readonly refusedTotal;
  private readonly followedTotal;

  constructor(metrics: Metrics, notices: Pick<MongoNotices, 'waiting'>, clock: Clock) {
    this.takenTotal = metrics.counter(
      'webhooks_taken_total',
      'Webhooks answered 2xx by what they are about and outcome (stored, repeat, ignored)',
      ['about', 'outcome'],
    );
    this.refusedTotal = metrics.counter('webhooks_refused_total', 'Webhooks answered 400 by reason', ['reason']);
    this.followedTotal = metrics.counter(
      'provider_notices_followed_total',
      'Stored notices by what they are about and outcome (done, repeat, ignored, deferred)',
      ['about', 'outcome'],
    );
    metrics.watchOne('provider_notices_owed', 'Stored notices that are not carried out', async () => (await notices.waiting()).count);
    const oldest = 'Age of the oldest stored notice that is not carried out';
    metrics.watchAge('provider_notices_oldest_owed_seconds', oldest, clock, async () => (await notices.waiting()).oldest);
  }

  taken(about: NoticeSubject, outcome: 'stored' | 'repeat' | 'ignored'): void {
    this.takenTotal.inc({ about, outcome });
  }

  refused(reason: NoticeRefusal): void {
    this.refusedTotal.inc({ reason });
  }

  followed(about: NoticeSubject, outcome: FollowOutcome, notices: number): void {
    this.followedTotal.inc({ about, outcome }, notices);
  }
}
