import type { AudiencePerson } from '@concert/contracts/booking/audience';
import type { MessageRunId, RecipientId, MailId } from '@concert/contracts/core/ids';
import type { RecipientState, RecipientView } from '@concert/contracts/notify/recipients';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Identity } from '@concert/contracts/core/identity';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import type { HttpAudiencePeople } from './http-audience-people.ts';
import { bookingIdsOf, entryIdsOf, type Recipient } from './message-run.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import type { RecipientMail, MongoRecipientMails } from './mongo-recipient-mails.ts';
import type { MongoRecipients } from './mongo-recipients.ts';
import type { MongoMails } from '../mails/mongo-mails.ts';
import type { ResendMail } from '../mails/resend-mail.ts';

type Contact = Pick<AudiencePerson, 'name' | 'email' | 'phone'>;

const NOBODY: Contact = { name: '', email: '', phone: '' };

/** Mails in trouble of one booking that are sent again with a corrected address. */
const MAX_MISSED = 20;

/** Shows the people of a run with name, address and phone, which are asked for now and kept nowhere, and reaches those whom no mail reached. */
export class ReachRecipients {
  constructor(
    private readonly runs: MongoMessageRuns,
    private readonly recipients: MongoRecipients,
    private readonly recipientMails: MongoRecipientMails,
    private readonly people: HttpAudiencePeople,
    private readonly addresses: MongoCorrectedAddresses,
    private readonly mails: MongoMails,
    private readonly resend: ResendMail,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * One page of those in a state, in the order of their ids.
   * @param after the id that the page before ended with
   * @throws DomainError `notify.message_run_not_found`
   * @throws NeighbourUnavailableError while svc-booking is away
   */
  async page(runId: MessageRunId, state: RecipientState, after: string, limit: number): Promise<{ items: RecipientView[]; more: boolean }> {
    if (!(await this.runs.byId(runId))) throw new DomainError('notify.message_run_not_found');
    // Whoever has no mail yet is under way.
    const planned = state === 'under_way' ? await this.recipients.planned(runId, after, limit + 1) : [];
    const mails = new Map((await this.recipientMails.inState(runId, state, after, limit + 1)).map((mail) => [mail.recipientId, mail]));
    const ids = [...new Set([...planned.map(({ id }) => id), ...mails.keys()])].sort().slice(0, limit + 1);
    const known = new Map((await this.recipients.byIds(ids)).map((recipient) => [recipient.id, recipient]));
    const shown = ids.slice(0, limit).flatMap((id) => known.get(id) ?? []);
    return { items: await Promise.all(shown.map((one) => this.view(one, mails.get(one.id)))), more: ids.length > limit };
  }

  /** @throws DomainError `notify.recipient_not_found` */
  private async byId(runId: MessageRunId, id: RecipientId): Promise<{ recipient: Recipient; mail: RecipientMail | undefined }> {
    const recipient = await this.recipients.byId(id);
    if (recipient?.runId !== runId) throw new DomainError('notify.recipient_not_found');
    return { recipient, mail: (await this.recipientMails.latest(runId, [id]))[0] };
  }

  private async view(recipient: Recipient, mail: RecipientMail | undefined): Promise<RecipientView> {
    const { id, readerKind, calledAt } = recipient;
    return {
      id,
      reader: readerKind,
      state: mail?.state ?? 'under_way',
      ...(await this.contactOf(recipient)),
      of: [...bookingIdsOf(recipient), ...entryIdsOf(recipient)],
      ...(mail ? { mailId: mail.mailId } : {}),
      ...(mail?.reason ? { reason: mail.reason } : {}),
      ...(calledAt ? { calledAt: calledAt.toISOString() } : {}),
    };
  }

  private async contactOf({ people }: Recipient): Promise<Contact> {
    const [first] = people;
    if (first === undefined) return NOBODY;
    const { name, email, phone } = await this.people.show(first).catch(asNobody);
    return { name, email: (await this.addresses.of(people)) ?? email, phone };
  }

  /**
   * Corrects the address by having the message sent again, then sends every mail of the person's bookings again that is in trouble.
   * @param key the request's idempotency key
   * @throws DomainError `notify.recipient_not_found`, `notify.recipient_not_mailed`, `notify.address_not_correctable`,
   *   `booking.renewed_too_often`
   * @throws NeighbourUnavailableError when the tickets cannot be replaced now
   */
  async correct(runId: MessageRunId, id: RecipientId, email: string, who: Identity, key: string): Promise<RecipientView> {
    const { recipient, mail } = await this.byId(runId, id);
    if (!mail) throw new DomainError('notify.recipient_not_mailed');
    const missed = await this.missedBy(recipient, mail.mailId);
    await this.resend.resend(await this.firstOf(mail.mailId), email, who, key);
    for (const other of missed) await this.resend.resend(other, undefined, who, `${key}.${other}`);
    return this.viewNow(runId, id);
  }

  /** @throws DomainError `notify.recipient_not_found`, `notify.recipient_not_unreached` */
  async noteCall(runId: MessageRunId, id: RecipientId, who: Identity): Promise<RecipientView> {
    const { recipient, mail } = await this.byId(runId, id);
    if (mail?.state !== 'unreached') throw new DomainError('notify.recipient_not_unreached');
    await this.transactions.run(async (transaction) => {
      const now = this.clock.now();
      if (!(await this.recipients.noteCall(id, who.userId, now, transaction))) return;
      const unreached = await this.mails.byId(mail.mailId, transaction);
      if (unreached) await this.mails.calm(unreached, transaction);
      await this.outbox.recordAct(transaction, notifyActRecordedV1, id, 1, who.userId, {
        act: 'recipient.called',
        subject: { kind: 'message-run', id: runId },
        ...(bookingIdsOf(recipient)[0] ? { bookingId: bookingIdsOf(recipient)[0] } : {}),
        detail: { recipient: id },
      });
    });
    return this.viewNow(runId, id);
  }

  private async viewNow(runId: MessageRunId, id: RecipientId): Promise<RecipientView> {
    const { recipient, mail } = await this.byId(runId, id);
    return this.view(recipient, mail);
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

/** A booking or entry that is not there any more. */
function asNobody(error: unknown): Contact {
  if (error instanceof DomainError) return NOBODY;
  throw error;
}
