import type { AccountMailKind } from '@concert/contracts/auth/account-mails';
import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
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
import { refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import type { InboxResult } from '@concert/service-kit/store/outcome';
import { Controller } from '@nestjs/common';
import { MailBudget } from './mail-budget.ts';
import { returningTold, type MailKind } from './mail.ts';
import { NewMailSignal } from './new-mail-signal.ts';
import { PostForFacts } from './post-for-facts.ts';
import { PostMail } from './post-mail.ts';

/** Anybody can cause these with an address they type. */
const OF_STRANGERS: ReadonlySet<AccountMailKind> = new Set(['verification', 'password-reset', 'sign-in-code', 'account-exists']);

type Chosen = Fact<typeof choiceChangedV1> | Fact<typeof returningChangedV1>;

/** Mails about changed choices, or tickets given back, that the buyer of a booking gets in an hour, one for each change; both can be changed without end. */
export const MAX_CHOICE_MAILS = 10;

/** Facts that cause a mail. Each kind of mail has its own queue, so that tickets and accounts never wait for each other. */
@Controller()
export class MailFactsHandler {
  private readonly sendTickets;
  private readonly sendNotTaken;
  private readonly sendComplimentaryTickets;
  private readonly sendRevocation;
  private readonly sendInvitation;
  private readonly sendWaiting;
  private readonly sendRefundMail;
  private readonly sendAccountMail;

  constructor(
    post: PostForFacts,
    private readonly inbox: Inbox,
    private readonly postMail: PostMail,
    private readonly budget: MailBudget,
    private readonly newMail: NewMailSignal,
  ) {
    this.sendTickets = post.by('send-tickets');
    this.sendNotTaken = post.by('send-not-taken');
    this.sendComplimentaryTickets = post.by('send-complimentary-tickets');
    this.sendRevocation = post.by('send-revocations');
    this.sendInvitation = post.by('send-invitations');
    this.sendWaiting = post.by('send-waiting');
    this.sendRefundMail = post.by('send-refund-mails');
    this.sendAccountMail = post.by('send-account-mails');
  }

  @OnFact(bookingPaidV1, 'send-tickets')
  async paid({ id, data: { bookingId, amount } }: Fact<typeof bookingPaidV1>): Promise<InboxResult> {
    const handled = await this.sendTickets(id, { kind: 'ticket', factId: id, subjectId: bookingId, bookings: [bookingId] });
    if (handled === 'done' && amount.amountMinor === 0) await this.budget.noteAccess();
    return handled;
  }

  /** New tickets took the place of the old. */
  @OnFact(ticketsRenewedV1, 'send-tickets')
  renewed({ id, data: { bookingId } }: Fact<typeof ticketsRenewedV1>): Promise<InboxResult> {
    return this.sendTickets(id, { kind: 'ticket', factId: id, subjectId: bookingId, bookings: [bookingId] });
  }

  @OnFact(bookingReleasedV1, 'send-not-taken')
  async released({ id, data }: Fact<typeof bookingReleasedV1>): Promise<InboxResult> {
    const { bookingId, userId, outcome, paymentPageOpened, stop } = data;
    // A buyer who gave up, or never opened a payment page, expects no mail about a payment; of a cancelled concert each is told.
    if (!stop && (outcome === 'cancelled' || (outcome === 'expired' && !paymentPageOpened))) return 'done';
    // Of a stop each buyer reads once, whatever they had reserved.
    const factId = stop ? `${stop} ${userId}` : id;
    return this.sendNotTaken(id, { kind: 'payment-not-taken', factId, subjectId: bookingId, bookings: [bookingId] });
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
  waitingChanged({ id, data: { waitingId, what } }: Fact<typeof waitingChangedV1>): Promise<InboxResult> {
    return this.sendWaiting(id, { kind: `waiting-${what}`, factId: id, subjectId: waitingId });
  }

  @OnFact(complimentaryIssuedV1, 'send-complimentary-tickets')
  issued({ id, data: { entryId } }: Fact<typeof complimentaryIssuedV1>): Promise<InboxResult> {
    return this.sendComplimentaryTickets(id, { kind: 'complimentary-ticket', factId: id, subjectId: entryId });
  }

  /** An entry can be revoked only once, so its guest gets one mail. */
  @OnFact(complimentaryRevokedV1, 'send-revocations')
  revoked({ id, data: { entryId } }: Fact<typeof complimentaryRevokedV1>): Promise<InboxResult> {
    return this.sendRevocation(id, { kind: 'complimentary-revoked', factId: entryId, subjectId: entryId });
  }

  /** One of each kind, however often it is told. */
  @OnFact(invitationIssuedV1, 'send-invitations')
  invited({ id, data: { invitationId, reminder } }: Fact<typeof invitationIssuedV1>): Promise<InboxResult> {
    const kind = reminder ? 'invitation-reminder' : 'invitation';
    return this.sendInvitation(id, { kind, factId: invitationId, subjectId: invitationId });
  }

  /** Mails about money that goes back. */
  @OnFact(refundMailRequestedV1, 'send-refund-mails')
  refunding({ id, data }: Fact<typeof refundMailRequestedV1>): Promise<InboxResult> {
    const { kind, refundId, bookingId, others } = data;
    return this.sendRefundMail(id, { kind, factId: refundId, subjectId: bookingId, wordsOf: refundId, bookings: [bookingId, ...others] });
  }

  @OnFact(accountMailRequestedV1, 'send-account-mails')
  async requested({ id, data: { kind, mailRef, askedBy } }: Fact<typeof accountMailRequestedV1>): Promise<InboxResult> {
    const handled = await this.sendAccountMail(id, { kind, factId: id, subjectId: mailRef, askedBy });
    if (handled === 'done' && OF_STRANGERS.has(kind)) await this.budget.noteAccess();
    return handled;
  }
}
