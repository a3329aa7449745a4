import type { Identity } from '@concert/contracts/core/identity';
import type { MailId, MessageRunId, RecipientId } from '@concert/contracts/core/ids';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import type { RecipientView } from '@concert/contracts/notify/recipients';
import { newAuditEntry } from '@concert/service-kit/identity/audit-entries';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoMails } from '../mails/mongo-mails.ts';
import type { ResendMail } from '../mails/resend-mail.ts';
import { bookingIdsOf, type Recipient } from './message-run.ts';
import type { MongoRecipients } from './mongo-recipients.ts';
import type { ShowRecipients } from './show-recipients.ts';

/** Mails in trouble of one booking that are sent again with a corrected address. */
const MAX_MISSED = 20;

/** Reaches those whom no mail reached. */
export class ReachRecipient {
  constructor(
    private readonly recipients: MongoRecipients,
    private readonly show: ShowRecipients,
    private readonly mails: MongoMails,
    private readonly resend: ResendMail,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Corrects the address by having the message sent again, then sends every mail of the person's bookings again that is in trouble.
   * @param key the request's idempotency key
   * @throws DomainError `notify.recipient_not_found`, `notify.recipient_not_mailed`, `notify.address_not_correctable`,
   *   `booking.renewed_too_often`
   * @throws NeighbourUnavailableError when the tickets cannot be replaced now
   */
  async correct(runId: MessageRunId, id: RecipientId, email: string, who: Identity, key: string): Promise<RecipientView> {
    const { recipient, mail } = await this.show.byId(runId, id);
    if (!mail) throw new DomainError('notify.recipient_not_mailed');
    const missed = await this.missedBy(recipient, mail.mailId);
    await this.resend.resend(await this.firstOf(mail.mailId), email, who, key);
    for (const other of missed) await this.resend.resend(other, undefined, who, `${key}.${other}`);
    return this.view(runId, id);
  }

  /** @throws DomainError `notify.recipient_not_found`, `notify.recipient_not_unreached` */
  async noteCall(runId: MessageRunId, id: RecipientId, who: Identity): Promise<RecipientView> {
    const { recipient, mail } = await this.show.byId(runId, id);
    if (mail?.state !== 'unreached') throw new DomainError('notify.recipient_not_unreached');
    await this.transactions.run(async (transaction) => {
      const now = this.clock.now();
      if (!(await this.recipients.noteCall(id, who.userId, now, transaction))) return;
      const unreached = await this.mails.byId(mail.mailId, transaction);
      if (unreached) await this.mails.calm(unreached, transaction);
      const entry = newAuditEntry(who.userId, now, {
        act: 'recipient.called',
        subject: { kind: 'message-run', id: runId },
        ...(bookingIdsOf(recipient)[0] ? { bookingId: bookingIdsOf(recipient)[0] } : {}),
        detail: { recipient: id },
      });
      await this.outbox.record(transaction, [this.outbox.fact(notifyActRecordedV1, id, 1, entry)]);
    });
    return this.view(runId, id);
  }

  private async view(runId: MessageRunId, id: RecipientId): Promise<RecipientView> {
    const { recipient, mail } = await this.show.byId(runId, id);
    return this.show.view(recipient, mail);
  }

  /** The mail that a later one repeats, so that one press sent twice names the same mail. */
  private async firstOf(id: MailId): Promise<MailId> {
    const mail = await this.mails.byId(id);
    return mail?.resendOf ? this.firstOf(mail.resendOf) : id;
  }

  /** Other mails of the person's bookings that did not arrive. */
  private async missedBy(recipient: Recipient, except: MailId): Promise<MailId[]> {
    const lists = await Promise.all(
      bookingIdsOf(recipient).map((bookingId) => this.mails.list({ bookingId, trouble: true, limit: MAX_MISSED })),
    );
    const missed = new Set(lists.flat().flatMap(({ id, runId }) => (runId === recipient.runId ? [] : id)));
    missed.delete(except);
    return [...missed];
  }
}
