import { paymentRoutes } from '@concert/contracts/payment/http';
import { CLOCK, type Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Log } from '@concert/service-kit/process/log';
import { Controller, Headers, Inject } from '@nestjs/common';
import { MongoNotices } from '../notices/mongo-notices.ts';
import { PROVIDER, type PaymentProvider } from '../provider/payment-provider.ts';
import { FollowNotices } from './follow-notices.ts';
import { StripeSignature } from './stripe-signature.ts';
import { WebhookMetrics } from './webhook-metrics.ts';

type In = CallsOf<typeof paymentRoutes>;
type Out = AnswersOf<typeof paymentRoutes>;

/**
 * Answers 2xx only when the notice is stored as owed under its id, and otherwise 5xx, so that the provider sends it again. The notice
 * is followed in the background, so the provider does not wait for that.
 */
@Controller()
export class WebhooksController {
  constructor(
    private readonly signature: StripeSignature,
    private readonly notices: MongoNotices,
    private readonly follow: FollowNotices,
    @Inject(PROVIDER) private readonly provider: PaymentProvider,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly metrics: WebhookMetrics,
    private readonly log: Log,
  ) {}

  @Handles(paymentRoutes.receiveWebhook)
  async receive({ body }: In['receiveWebhook'], @Headers('stripe-signature') header: string | undefined): Promise<Out['receiveWebhook']> {
    const providerNow = new Date(this.clock.now().getTime() + this.provider.clockAheadMs());
    const verdict = this.signature.verified(body, header, providerNow);
    if ('refused' in verdict) {
      this.metrics.refused.inc({ reason: verdict.refused });
      this.log.warn('a webhook was refused', { provider: 'stripe', reason: verdict.refused });
      throw new DomainError('payment.signature_refused');
    }
    const { notice } = verdict;
    const owed = notice.about === 'other' ? [] : await this.notices.keep([notice], 'webhook');
    const outcome = notice.about === 'other' ? 'ignored' : owed.length > 0 ? 'stored' : 'repeat';
    this.metrics.taken.inc({ about: notice.about, outcome });
    this.log.debug('a webhook was taken', { provider: 'stripe', webhookType: notice.type, outcome });
    // FollowNotices goes on: it reads the provider, and SettlePayment stores what that says.
    this.follow.begin(owed);
    return { received: true };
  }
}
