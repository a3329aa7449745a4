import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import { Call, Handles } from '@concert/service-kit/handles';
import { Log } from '@concert/service-kit/log';
import { Controller, Headers, Inject } from '@nestjs/common';
import { ProviderUnavailableError } from '../provider/payment-provider.ts';
import { FollowNotice } from './follow-notice.ts';
import { StripeSignature } from './stripe-signature.ts';

type Route = typeof paymentRoutes.receiveWebhook;

/** Answers 2xx only when the effect is stored; whatever is still owed is a 5xx, so that the provider sends it again. */
@Controller()
export class WebhooksController {
  constructor(
    private readonly signature: StripeSignature,
    private readonly notices: FollowNotice,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  @Handles(paymentRoutes.receiveWebhook)
  async receive(@Call() call: CallOf<Route>, @Headers('stripe-signature') header: string | undefined): Promise<AnswerOf<Route>> {
    const notice = this.signature.verified(call.body, header, this.clock.now());
    if (!notice) {
      this.log.warn('a webhook was refused', { provider: 'stripe' });
      throw new DomainError('payment.signature_refused');
    }
    try {
      const outcome = await this.notices.follow(notice, 'webhook');
      this.log.info('a webhook was taken', { provider: 'stripe', webhookType: notice.type, outcome });
    } catch (error) {
      if (error instanceof ProviderUnavailableError) throw new DomainError('request.unavailable', undefined, undefined, { cause: error });
      throw error;
    }
    return { received: true };
  }
}
