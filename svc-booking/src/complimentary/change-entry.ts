import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { complimentaryIssuedV1, complimentaryRevokedV1 } from '@concert/contracts/booking/events';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { AddedEntry } from './add-entries.ts';
import type { MongoAllotments } from './mongo-allotments.ts';
import type { MongoEntries } from './mongo-entries.ts';
import { givenBackUntil } from '../concert/concert.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { isGuestOf, ticketsLeftIn, movedEntry, ticketsAdmit, withoutTickets, type Entry, type EntryId } from './entry.ts';
import { entryView } from './entry-views.ts';

/** Changes an entry that exists. */
export class ChangeEntry {
  constructor(
    private readonly entries: MongoEntries,
    private readonly allotments: MongoAllotments,
    private readonly admissions: MongoAdmissions,
    private readonly concert: MongoConcert,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Revokes an entry: its tickets no longer admit, and they go back to the allotment exactly once.
   * @throws DomainError `booking.entry_not_found`, `booking.entry_inside`
   */
  async revoke(id: EntryId, who: Identity): Promise<AddedEntry> {
    return this.transactions.run(async (transaction) => {
      const entry = await this.found(id, transaction);
      if (!ticketsAdmit(entry)) return this.answer(entry, 0, transaction);
      const inside = await this.admissions.insideOf(entry.ticketIds, transaction);
      if (inside > 0) throw new DomainError('booking.entry_inside');
      const now = this.clock.now();
      const over = movedEntry(entry, 'Revoked', { at: now, actor: who.userId });
      if (!over) throw new Error(`a ${entry.status} entry cannot be revoked`);
      await this.entries.replace(entry, over, transaction);
      await this.allotments.giveBack(entry.group, entry.tickets, 'group', transaction);
      await this.outbox.record(transaction, [
        this.outbox.fact(complimentaryRevokedV1, id, over.version, { entryId: id, group: entry.group, tickets: entry.tickets }),
      ]);
      await this.audit.record(transaction, who.userId, now, {
        act: 'complimentary.revoked',
        subject: { kind: 'complimentary', id },
        detail: { group: GROUP_NAMES[entry.group], tickets: entry.tickets },
      });
      return this.answer(over, 0, transaction);
    });
  }

  /**
   * Ends tickets of a guest who cannot come: they no longer admit, and their seats are free at once. Those that have ended are passed over.
   * @throws DomainError `booking.not_found` for everybody but the guest, `booking.not_givable`, `booking.entry_inside`
   */
  async giveBack(id: EntryId, numbers: readonly number[], who: Identity): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const [entry, concert, now] = [await this.entries.byId(id, transaction), await this.concert.current(transaction), this.clock.now()];
      if (!entry || !isGuestOf(entry, who)) throw new DomainError('booking.not_found');
      const ended = ticketsLeft(entry).filter(({ number }) => numbers.includes(number));
      if (!ticketsAdmit(entry) || ended.length === 0) return;
      if (!givenBackUntil(concert, now)) throw new DomainError('booking.not_givable');
      const inside = ended.map(({ ticketId }) => ticketId);
      if ((await this.admissions.insideOf(inside, transaction)) > 0) throw new DomainError('booking.entry_inside');
      const change = { at: now, actor: who.userId };
      const endedNumbers = ended.map(({ number }) => number);
      await this.entries.replace(entry, withoutTickets(entry, endedNumbers, change), transaction);
      const { guests: goesTo = 'group' } = concert.giveBack;
      await this.allotments.giveBack(entry.group, ended.length, goesTo, transaction);
      await this.audit.record(transaction, who.userId, now, {
        act: 'complimentary.given-back',
        subject: { kind: 'complimentary', id },
        detail: { group: GROUP_NAMES[entry.group], tickets: ended.length, goesTo },
      });
    });
  }

  /** Requests the ticket mail again. @throws DomainError `booking.entry_not_found`, `booking.entry_revoked`, `request.key_reused` */
  async resend(id: EntryId, who: Identity, key: string): Promise<AddedEntry> {
    const attempt = this.idempotency.attempt(who.userId, 'complimentary-resend', key, { id });
    return this.idempotency.onceIn(this.transactions, attempt, async (transaction) => {
      const entry = await this.found(id, transaction);
      if (!ticketsAdmit(entry)) throw new DomainError('booking.entry_revoked');
      const { group, tickets } = entry;
      const again = { ...entry, version: entry.version + 1 };
      await this.entries.replace(entry, again, transaction);
      await this.outbox.record(transaction, [
        this.outbox.fact(complimentaryIssuedV1, id, again.version, { entryId: id, group, tickets, again: true }),
      ]);
      await this.audit.record(transaction, who.userId, this.clock.now(), {
        act: 'complimentary.resent',
        subject: { kind: 'complimentary', id },
        detail: { group: GROUP_NAMES[group] },
      });
      return this.answer(again, await this.admissions.insideOf(entry.ticketIds, transaction), transaction);
    });
  }

  /** The ticket mail was accepted for delivery. Changes nothing on an entry with a later status. */
  async mailed(id: EntryId, transaction: ClientSession): Promise<void> {
    const entry = await this.entries.byId(id, transaction);
    const issued = entry && movedEntry(entry, 'Issued', { at: this.clock.now(), actor: 'svc-notify' });
    if (entry && issued) await this.entries.replace(entry, issued, transaction);
  }

  private async found(id: EntryId, transaction: ClientSession): Promise<Entry> {
    const entry = await this.entries.byId(id, transaction);
    if (!entry) throw new DomainError('booking.entry_not_found');
    return entry;
  }

  private async answer(entry: Entry, inside: number, transaction: ClientSession): Promise<AddedEntry> {
    return { ...entryView(entry, inside), left: ticketsLeftIn(await this.allotments.of(entry.group, transaction)) };
  }
}
