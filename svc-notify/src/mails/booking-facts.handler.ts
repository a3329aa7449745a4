import { bookingPaidV1, bookingReleasedV1, complimentaryIssuedV1, complimentaryRevokedV1 } from '@concert/contracts/booking/events';
import type { Envelope, Fact } from '@concert/contracts/core/envelope';
import { Inbox } from '@concert/service-kit/inbox';
import type { Handled } from '@concert/service-kit/outcome';
import { OnFact } from '@concert/service-kit/on-fact';
import { Controller } from '@nestjs/common';
import type { MailCause } from './mail.ts';
import { PostMail } from './post-mail.ts';
import { NewMailSignal } from './new-mail-signal.ts';

/**
 * What svc-booking tells that somebody is mailed about, a queue for each kind of mail. The message is done when the mail is on the
 * list, not when it is sent.
 */
@Controller()
export class BookingFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly postMail: PostMail,
    private readonly newMail: NewMailSignal,
  ) {}

  @OnFact(bookingPaidV1, 'send-tickets')
  async paid(fact: Fact<typeof bookingPaidV1>): Promise<Handled> {
    const { bookingId } = fact.data;
    return this.postOnce('send-tickets', fact, { kind: 'ticket', factId: fact.id, subjectId: bookingId, bookings: [bookingId] });
  }

  @OnFact(bookingReleasedV1, 'send-not-taken')
  async released(fact: Fact<typeof bookingReleasedV1>): Promise<Handled> {
    const { bookingId, outcome, paymentPageOpened } = fact.data;
    // Who gave up, or never came to a payment page, expects no word about a payment.
    if (outcome === 'cancelled' || (outcome === 'expired' && !paymentPageOpened)) return 'done';
    return this.postOnce('send-not-taken', fact, {
      kind: 'payment-not-taken',
      factId: fact.id,
      subjectId: bookingId,
      bookings: [bookingId],
    });
  }

  @OnFact(complimentaryIssuedV1, 'send-complimentary-tickets')
  async issued(fact: Fact<typeof complimentaryIssuedV1>): Promise<Handled> {
    return this.postOnce('send-complimentary-tickets', fact, {
      kind: 'complimentary-ticket',
      factId: fact.id,
      subjectId: fact.data.entryId,
    });
  }

  /** An entry is revoked once, so its guest is told once. */
  @OnFact(complimentaryRevokedV1, 'send-revocations')
  async revoked(fact: Fact<typeof complimentaryRevokedV1>): Promise<Handled> {
    return this.postOnce('send-revocations', fact, {
      kind: 'complimentary-revoked',
      factId: fact.data.entryId,
      subjectId: fact.data.entryId,
    });
  }

  private async postOnce(purpose: string, fact: Envelope, cause: MailCause): Promise<Handled> {
    const handled = await this.inbox.once(purpose, fact, async (transaction) => void (await this.postMail.post(cause, transaction)));
    this.newMail.raise();
    return handled;
  }
}
