import { notifyRoutes } from '@concert/contracts/notify/http';
import { CLOCK, type Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Log } from '@concert/service-kit/process/log';
import { Controller, Headers, Inject } from '@nestjs/common';
import { MailMetrics } from './mail-metrics.ts';
import { FollowDeliveryEvents } from './follow-delivery-events.ts';
import { deliveryEventsIn } from './delivery-event.ts';
import { SendgridSignature } from './sendgrid-signature.ts';

/** Reports stored in one transaction. The provider waits ten seconds for the answer to a message that may hold hundreds of them. */
const TOGETHER = 100;

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

/** Answers 2xx only when every event is stored, and otherwise 5xx, so that the provider sends the whole message again. */
@Controller()
export class MailEventsController {
  constructor(
    private readonly signature: SendgridSignature,
    private readonly followEvents: FollowDeliveryEvents,
    private readonly metrics: MailMetrics,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  @Handles(notifyRoutes.receiveMailEvents)
  async receive(
    { body }: In['receiveMailEvents'],
    @Headers('x-twilio-email-event-webhook-signature') signature: string | undefined,
    @Headers('x-twilio-email-event-webhook-timestamp') timestamp: string | undefined,
  ): Promise<Out['receiveMailEvents']> {
    if (!this.signature.isRight(body, signature, timestamp, this.clock.now())) {
      this.metrics.told('refused');
      this.log.warn('a webhook was refused', { provider: 'sendgrid' });
      throw new DomainError('notify.signature_refused');
    }
    const read = deliveryEventsIn(jsonIn(body));
    if (!read) throw new DomainError('request.malformed', { detail: 'The body must be a list of events' });
    for (let first = 0; first < read.events.length; first += TOGETHER)
      await this.followEvents.follow(read.events.slice(first, first + TOGETHER));
    this.log.info('a webhook was taken', { provider: 'sendgrid', count: read.events.length });
    return { received: true };
  }
}

/** The JSON of a verified message; undefined when it does not parse. */
function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
