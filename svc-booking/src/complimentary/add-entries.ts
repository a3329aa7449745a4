import { GROUP_NAMES, type ComplimentaryCategory, type complimentaryRoutes, type Guest } from '@concert/contracts/booking/complimentary';
import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
import { complimentaryIssuedV1 } from '@concert/contracts/booking/events';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { Id, UserId } from '@concert/contracts/core/ids';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoAllotments } from './mongo-allotments.ts';
import type { MongoEntries } from './mongo-entries.ts';
import { ticketsLeftIn, newEntry, type AddedGuest, type Entry } from './entry.ts';
import { duplicateInWords } from './guest-words.ts';
import { entryView } from './entry-views.ts';

type Answers = { readonly [R in keyof typeof complimentaryRoutes]: AnswerOf<(typeof complimentaryRoutes)[R]> };
export type AddedEntry = Answers['addVip'];

/** Adds complimentary entries. Their tickets are valid at once; svc-notify mails them. */
export class AddEntries {
  constructor(
    private readonly entries: MongoEntries,
    private readonly allotments: MongoAllotments,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Adds one guest, as the three forms do.
   * @param email the organiser's own email, as the form sends it
   * @throws DomainError `booking.email_mismatch`, `booking.guest_known`, `booking.allotment_exhausted`,
   *   `request.key_reused`; nothing is stored then
   */
  async add(group: ComplimentaryCategory, email: string, guest: AddedGuest, who: Identity, key: string): Promise<AddedEntry> {
    if (emailKey(email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
    const attempt = this.idempotency.attempt(who.userId, `complimentary-${group}`, key, guest);
    return this.idempotency.onceIn(this.transactions, attempt, async (transaction) => {
      const known = guest.again
        ? undefined
        : (await this.entries.ticketsOf(group, [guest.email2], transaction)).get(emailKey(guest.email2));
      if (known) throw new DomainError('booking.guest_known', { detail: `${guest.email2} ${duplicateInWords(known, group)}` });
      const { entries, left } = await this.store(group, [guest], who, transaction);
      const entry = entries[0]!;
      await this.audit.record(transaction, who.userId, this.clock.now(), {
        act: 'complimentary.added',
        subject: { kind: 'complimentary', id: entry.id },
        detail: { group: GROUP_NAMES[group], tickets: entry.tickets },
      });
      return { ...entryView(entry, 0), left };
    });
  }

  /**
   * Adds the rows of a sheet, all or none. A guest who already has an entry in the group, or is in the sheet twice, is
   * skipped unless the row allows a second entry. So a sheet that is uploaded again mails nobody twice.
   * @throws DomainError `booking.allotment_exhausted`, `request.key_reused`; nothing is stored then
   */
  async addAll(
    group: ComplimentaryCategory,
    guests: readonly AddedGuest[],
    who: Identity,
    key: string,
  ): Promise<Answers['importComplimentary']> {
    const attempt = this.idempotency.attempt(who.userId, `complimentary-import-${group}`, key, guests);
    return this.idempotency.onceIn(this.transactions, attempt, async (transaction) => {
      const fresh = await this.unknown(group, guests, [], transaction);
      const { entries, left } = await this.store(group, fresh, who, transaction);
      const imported = { added: entries.length, skipped: guests.length - entries.length, tickets: ticketsOf(fresh) };
      await this.audit.record(transaction, who.userId, this.clock.now(), {
        act: 'complimentary.imported',
        subject: { kind: 'complimentary-group', id: group },
        detail: { group: GROUP_NAMES[group], ...imported },
      });
      return { ...imported, left };
    });
  }

  /** Guests of a sheet who have no entry in the group and are not among `known` emails, each once; others where their row allows it. */
  async unknown(
    group: ComplimentaryCategory,
    guests: readonly AddedGuest[],
    known: Iterable<string>,
    transaction: ClientSession,
  ): Promise<AddedGuest[]> {
    const emails = guests.map(({ email2 }) => email2);
    const met = new Set([...known, ...(await this.entries.ticketsOf(group, emails, transaction)).keys()]);
    return guests.filter(({ email2, again }) => {
      const email = emailKey(email2);
      if (met.has(email)) return again === true;
      met.add(email);
      return true;
    });
  }

  private async store(group: ComplimentaryCategory, guests: readonly Guest[], who: Identity, transaction: ClientSession) {
    const left = await this.take(group, ticketsOf(guests), transaction);
    return { entries: await this.enter(group, guests, who.userId, transaction), left };
  }

  /** Takes tickets from the allotment. @returns how many are left @throws DomainError `booking.allotment_exhausted` */
  async take(group: ComplimentaryCategory, tickets: number, transaction: ClientSession): Promise<number> {
    const allotment = await this.allotments.take(group, tickets, transaction);
    if (allotment) return ticketsLeftIn(allotment);
    const left = ticketsLeftIn(await this.allotments.of(group, transaction));
    throw new DomainError('booking.allotment_exhausted', {
      detail: `${GROUP_NAMES[group]} has ${ticketsInWords(left)} left, ${tickets === 1 ? '1 is' : `${tickets} are`} needed`,
    });
  }

  /** Stores entries whose tickets are taken already, and owes their mails. @param invitationId through which their guests claimed them */
  async enter(
    group: ComplimentaryCategory,
    guests: readonly Guest[],
    by: UserId,
    transaction: ClientSession,
    invitationId?: Id<'invitation'>,
  ): Promise<Entry[]> {
    const now = this.clock.now();
    const entries = guests.map((guest) => {
      const ticketIds = Array.from({ length: guest.notickets }, () => this.ids.next('ticket'));
      return newEntry(this.ids.next('complimentary'), group, guest, ticketIds, by, now, invitationId);
    });
    await this.entries.add(entries, transaction);
    await this.outbox.record(
      transaction,
      entries.map(({ id, version, tickets }) =>
        this.outbox.fact(complimentaryIssuedV1, id, version, { entryId: id, group, tickets, again: false }),
      ),
    );
    return entries;
  }
}

function ticketsOf(guests: readonly Guest[]): number {
  return guests.reduce((sum, { notickets }) => sum + notickets, 0);
}
