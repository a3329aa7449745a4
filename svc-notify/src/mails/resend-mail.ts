import type { MailId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import { MAILS_NEVER_RESENT, MAILS_TO_GUESTS } from '@concert/contracts/notify/http';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoCorrectedAddresses } from './mongo-corrected-addresses.ts';
import type { Mail, MailKind } from './mail.ts';
import type { MongoMails } from './mongo-mails.ts';
import type { PostMail } from './post-mail.ts';
import type { HttpTicketRenewals } from './http-ticket-renewals.ts';

/** Sent again, they bring the new tickets themselves; a revoked entry has none. */
const BRINGS_TICKETS: ReadonlySet<MailKind> = new Set(['ticket', 'complimentary-ticket', 'complimentary-revoked']);

/** The bookings or entries whose address an organiser may correct. It depends on the subject of a mail, not on its kind. */
function addressees({ bookings, entries = [], kind, subjectId }: Mail): readonly string[] {
  return MAILS_TO_GUESTS.has(kind) ? [subjectId] : [...bookings, ...entries];
}

/** Sends a mail again for an organiser. */
export class ResendMail {
  constructor(
    private readonly mails: MongoMails,
    private readonly addresses: MongoCorrectedAddresses,
    private readonly tickets: HttpTicketRenewals,
    private readonly postMail: PostMail,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /**
   * @param email the new address for it and for every later mail of its bookings
   * @param key the request's idempotency key
   * @returns the mail that will be sent: a new one, or one that was waiting already
   * @throws DomainError `notify.mail_not_found`, `notify.mail_not_resendable`, `notify.address_not_correctable`,
   *   `booking.renewed_too_often`
   * @throws NeighbourUnavailableError when the tickets cannot be replaced now; the address is kept, and only what waits goes to it
   */
  async resend(id: MailId, email: string | undefined, who: Identity, key: string | undefined): Promise<Mail> {
    const attempt = key === undefined ? undefined : this.idempotency.attempt(who.userId, 'resendMail', key, { id, email });
    const resent = await this.idempotency.once(attempt, async () => {
      const admitting = email === undefined ? [] : await this.correct(await this.resendable(id), email, who, attempt?._id);
      return this.idempotency.onceIn(this.transactions, attempt, (transaction) =>
        this.again(id, admitting, email !== undefined, who, transaction),
      );
    });
    const now = await this.mails.byId(resent);
    if (!now) throw new Error('an email that was sent again is not there');
    return now;
  }

  private async again(
    id: MailId,
    admitting: readonly string[],
    addressCorrected: boolean,
    who: Identity,
    transaction: ClientSession,
  ): Promise<MailId> {
    const mail = await this.resendable(id, transaction);
    if (!BRINGS_TICKETS.has(mail.kind)) await this.postTickets(mail, admitting, transaction);
    const onItsWay = await this.onItsWay(mail, transaction);
    await this.outbox.recordAct(transaction, notifyActRecordedV1, mail.id, mail.attempts, who.userId, {
      act: 'mail.resent',
      subject: { kind: 'mail', id: mail.id },
      ...(mail.bookings[0] ? { bookingId: mail.bookings[0] } : {}),
      detail: { mailKind: mail.kind, as: onItsWay.id, addressCorrected },
    });
    return onItsWay.id;
  }

  private async resendable(id: MailId, transaction?: ClientSession): Promise<Mail> {
    const mail = await this.mails.byId(id, transaction);
    if (!mail) throw new DomainError('notify.mail_not_found');
    if (MAILS_NEVER_RESENT.has(mail.kind)) throw new DomainError('notify.mail_not_resendable');
    return mail;
  }

  /**
   * Stores the new address, then has the tickets replaced that went to the old one. In this order: a mail that is written meanwhile brings
   * new tickets to the new address only.
   * @returns the bookings and entries whose tickets admit somebody
   */
  private async correct(mail: Mail, email: string, who: Identity, key: string | undefined): Promise<string[]> {
    const of = addressees(mail);
    if (of.length === 0) throw new DomainError('notify.address_not_correctable');
    await this.transactions.run(async (transaction) => {
      for (const subject of of) await this.addresses.keep(subject, email, this.clock.now(), transaction);
    });
    const admitting = new Set<string>();
    for (const subject of of) if (await this.tickets.renew(subject, who.userId, key)) admitting.add(subject);
    return of.filter((id) => admitting.has(id));
  }

  /** Nobody has tickets that were replaced, so they are mailed where the mail that is sent again does not bring them. */
  private async postTickets(mail: Mail, of: readonly string[], transaction: ClientSession): Promise<void> {
    const at = this.clock.now().getTime();
    for (const id of of) {
      const cause = { factId: `${mail.id}.${id}.${at}`, subjectId: id };
      const booking = mail.bookings.find((one) => one === id);
      await this.postMail.post(
        booking ? { ...cause, kind: 'ticket', bookings: [booking] } : { ...cause, kind: 'complimentary-ticket' },
        transaction,
      );
    }
  }

  /** A mail that still waits, or whose copy still waits, is made due at once instead of being sent twice. */
  private async onItsWay(mail: Mail, transaction: ClientSession): Promise<Mail> {
    const last = mail.state === 'waiting' ? mail : await this.mails.lastResendOf(mail.id, transaction);
    if (last?.state === 'waiting') {
      await this.mails.hurry(last.id, this.clock.now(), transaction);
      return last;
    }
    await this.mails.calm(mail, transaction);
    const { kind, subjectId, wordsOf, bookings, entries, runId } = mail;
    const factId = `${mail.id}.${(await this.mails.countResends(mail.id, transaction)) + 1}`;
    const again = await this.postMail.post({ kind, factId, subjectId, wordsOf, bookings, entries, runId, resendOf: mail.id }, transaction);
    if (!again) throw new Error('an email was sent again under a name that is taken');
    return again;
  }
}
