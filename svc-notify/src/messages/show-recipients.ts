import type { AudiencePerson } from '@concert/contracts/booking/audience';
import type { MessageRunId, RecipientId } from '@concert/contracts/core/ids';
import type { RecipientState, RecipientView } from '@concert/contracts/notify/recipients';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import type { HttpAudiencePeople } from './http-audience-people.ts';
import { bookingIdsOf, entryIdsOf, type Recipient } from './message-run.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import type { RecipientMail, MongoRecipientMails } from './mongo-recipient-mails.ts';
import type { MongoRecipients } from './mongo-recipients.ts';

type Contact = Pick<AudiencePerson, 'name' | 'email' | 'phone'>;

const NOBODY: Contact = { name: '', email: '', phone: '' };

/** Shows the people of a run with name, address and phone, which are asked for now and kept nowhere. */
export class ShowRecipients {
  constructor(
    private readonly runs: MongoMessageRuns,
    private readonly recipients: MongoRecipients,
    private readonly mails: MongoRecipientMails,
    private readonly people: HttpAudiencePeople,
    private readonly addresses: MongoCorrectedAddresses,
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
    const mails = new Map((await this.mails.inState(runId, state, after, limit + 1)).map((mail) => [mail.recipientId, mail]));
    const ids = [...new Set([...planned.map(({ id }) => id), ...mails.keys()])].sort().slice(0, limit + 1);
    const known = new Map((await this.recipients.byIds(ids)).map((recipient) => [recipient.id, recipient]));
    const shown = ids.slice(0, limit).flatMap((id) => known.get(id) ?? []);
    return { items: await Promise.all(shown.map((one) => this.view(one, mails.get(one.id)))), more: ids.length > limit };
  }

  /** @throws DomainError `notify.recipient_not_found` */
  async byId(runId: MessageRunId, id: RecipientId): Promise<{ recipient: Recipient; mail: RecipientMail | undefined }> {
    const recipient = await this.recipients.byId(id);
    if (recipient?.runId !== runId) throw new DomainError('notify.recipient_not_found');
    return { recipient, mail: (await this.mails.latest(runId, [id]))[0] };
  }

  async view(recipient: Recipient, mail: RecipientMail | undefined): Promise<RecipientView> {
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
}

/** A booking or entry that is not there any more. */
function asNobody(error: unknown): Contact {
  if (error instanceof DomainError) return NOBODY;
  throw error;
}
