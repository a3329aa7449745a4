import {
  bookingPaidV1,
  bookingReleasedV1,
  choiceChangedV1,
  complimentaryIssuedV1,
  complimentaryRevokedV1,
  invitationIssuedV1,
  returningChangedV1,
  ticketsRenewedV1,
  waitingChangedV1,
} from '@concert/contracts/booking/events';
import type { Fact } from '@concert/contracts/core/envelope';
import { Inbox } from '@concert/service-kit/messages/inbox';
import type { InboxResult } from '@concert/service-kit/store/outcome';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { MailBudget } from './mail-budget.ts';
import { returningTold, type MailKind } from './mail.ts';
import { NewMailSignal } from './new-mail-signal.ts';
import { PostForFacts } from './post-for-facts.ts';
import { PostMail } from './post-mail.ts';

/** Tickets came to be, or new ones took the place of the old. */
type Ticketed = Fact<typeof bookingPaidV1> | Fact<typeof ticketsRenewedV1>;
type Released = Fact<typeof bookingReleasedV1>;
type Issued = Fact<typeof complimentaryIssuedV1>;
type Revoked = Fact<typeof complimentaryRevokedV1>;
type Invited = Fact<typeof invitationIssuedV1>;
type Waited = Fact<typeof waitingChangedV1>;
type Chosen = Fact<typeof choiceChangedV1> | Fact<typeof returningChangedV1>;

/** Mails about changed choices, or tickets given back, that the buyer of a booking gets in an hour, one for each change; both can be changed without end. */
export const MAX_CHOICE_MAILS = 10;

/** Facts of svc-booking that cause a mail. Each kind of mail has its own queue. */
@Controller()
export class BookingFactsHandler {
  private readonly sendTickets: (fact: Ticketed) => Promise<InboxResult>;
  private readonly sendNotTaken: (fact: Released) => Promise<InboxResult>;
  private readonly sendComplimentaryTickets: (fact: Issued) => Promise<InboxResult>;
  private readonly sendRevocation: (fact: Revoked) => Promise<InboxResult>;
  private readonly sendInvitation: (fact: Invited) => Promise<InboxResult>;
  private readonly sendWaiting: (fact: Waited) => Promise<InboxResult>;

  constructor(
    post: PostForFacts,
    private readonly inbox: Inbox,
    private readonly postMail: PostMail,
    private readonly budget: MailBudget,
    private readonly newMail: NewMailSignal,
  ) {
    this.sendTickets = post.by<Ticketed>('send-tickets', ({ id, data: { bookingId } }) => ({
      kind: 'ticket',
      factId: id,
      subjectId: bookingId,
      bookings: [bookingId],
    }));
    this.sendNotTaken = post.by<Released>('send-not-taken', ({ id, data: { bookingId, userId, stop } }) => ({
      kind: 'payment-not-taken',
      // Of a stop each buyer reads once, whatever they had reserved.
      factId: stop ? `${stop} ${userId}` : id,
      subjectId: bookingId,
      bookings: [bookingId],
    }));
    this.sendComplimentaryTickets = post.by<Issued>('send-complimentary-tickets', ({ id, data: { entryId } }) => ({
      kind: 'complimentary-ticket',
      factId: id,
      subjectId: entryId,
    }));
    // An entry can be revoked only once, so its guest gets one mail.
    this.sendRevocation = post.by<Revoked>('send-revocations', ({ data: { entryId } }) => ({
      kind: 'complimentary-revoked',
      factId: entryId,
      subjectId: entryId,
    }));
    // One of each kind, however often it is told.
    this.sendInvitation = post.by<Invited>('send-invitations', ({ data: { invitationId, reminder } }) => ({
      kind: reminder ? 'invitation-reminder' : 'invitation',
      factId: invitationId,
      subjectId: invitationId,
    }));
    this.sendWaiting = post.by<Waited>('send-waiting', ({ id, data: { waitingId, what } }) => ({
      kind: `waiting-${what}`,
      factId: id,
      subjectId: waitingId,
    }));
  }

  @OnFact(bookingPaidV1, 'send-tickets')
  async paid(fact: Fact<typeof bookingPaidV1>): Promise<InboxResult> {
    const handled = await this.sendTickets(fact);
    if (handled === 'done' && fact.data.amount.amountMinor === 0) await this.budget.noteAccess();
    return handled;
  }

  @OnFact(ticketsRenewedV1, 'send-tickets')
  renewed(fact: Fact<typeof ticketsRenewedV1>): Promise<InboxResult> {
    return this.sendTickets(fact);
  }

  @OnFact(bookingReleasedV1, 'send-not-taken')
  async released(fact: Fact<typeof bookingReleasedV1>): Promise<InboxResult> {
    const { outcome, paymentPageOpened, stop } = fact.data;
    // A buyer who gave up, or never opened a payment page, expects no mail about a payment; of a cancelled concert each is told.
    if (stop) return this.sendNotTaken(fact);
    if (outcome === 'cancelled' || (outcome === 'expired' && !paymentPageOpened)) return 'done';
    return this.sendNotTaken(fact);
  }

  @OnFact(choiceChangedV1, 'send-choices')
  choiceChanged(fact: Fact<typeof choiceChangedV1>): Promise<InboxResult> {
    return this.chosen(fact, 'choice-changed', {});
  }

  @OnFact(returningChangedV1, 'send-choices')
  returningChanged(fact: Fact<typeof returningChangedV1>): Promise<InboxResult> {
    return this.chosen(fact, 'returning-changed', { wordsOf: returningTold.of(fact.data.bookingId, fact.data.tickets) });
  }

  private async chosen(fact: Chosen, kind: MailKind, words: { readonly wordsOf?: string }): Promise<InboxResult> {
    const { bookingId } = fact.data;
    const handled = await this.inbox.once('send-choices', fact, async (transaction) => {
      const laterAt = await this.budget.spendOfHour(kind, bookingId, MAX_CHOICE_MAILS, transaction);
      // One mail for all further changes of the hour: it says what holds when it is sent, or where that is shown.
      const cause = laterAt ? { factId: `${bookingId} ${laterAt.toISOString()}`, dueAt: laterAt } : { factId: fact.id, ...words };
      await this.postMail.post({ kind, subjectId: bookingId, bookings: [bookingId], ...cause }, transaction);
    });
    this.newMail.raise();
    return handled;
  }

  @OnFact(waitingChangedV1, 'send-waiting')
  waitingChanged(fact: Waited): Promise<InboxResult> {
    return this.sendWaiting(fact);
  }

  @OnFact(complimentaryIssuedV1, 'send-complimentary-tickets')
  issued(fact: Fact<typeof complimentaryIssuedV1>): Promise<InboxResult> {
    return this.sendComplimentaryTickets(fact);
  }

  @OnFact(complimentaryRevokedV1, 'send-revocations')
  revoked(fact: Fact<typeof complimentaryRevokedV1>): Promise<InboxResult> {
    return this.sendRevocation(fact);
  }

  @OnFact(invitationIssuedV1, 'send-invitations')
  invited(fact: Fact<typeof invitationIssuedV1>): Promise<InboxResult> {
    return this.sendInvitation(fact);
  }
}
