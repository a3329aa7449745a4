import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { complimentaryIssuedV1 } from '@concert/contracts/booking/events';
import type { Renewed } from '@concert/contracts/booking/renewals';
import type { Identity } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { AuditLog } from '../audit-log/audit-log.ts';
import { isRenewable, renewedTickets } from '../tickets/renewal.ts';
import type { MongoEntries } from './mongo-entries.ts';
import { admits, type Entry, type EntryId } from './entry.ts';

/** Replaces an entry's tickets and its link. */
export class RenewEntry {
  constructor(
    private readonly entries: MongoEntries,
    private readonly admissions: MongoAdmissions,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditLog,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * An organiser asks for it: the new tickets are mailed.
   * @throws DomainError `booking.entry_not_found`, `booking.entry_revoked`, `booking.renewed_too_often`, `request.key_reused`
   */
  async onDemand(id: EntryId, who: Identity, key: string): Promise<Renewed> {
    const attempt = this.idempotency.attempt(who.userId, 'renew-entry', key, { id });
    return this.idempotency.onceIn(this.transactions, attempt, async (transaction) => {
      const entry = await this.entries.byId(id, transaction);
      if (!entry) throw new DomainError('booking.entry_not_found');
      if (!admits(entry)) throw new DomainError('booking.entry_revoked');
      const { after, answer } = await this.renew(entry, who.userId, 'asked for', transaction);
      const { group, tickets, version } = after;
      await this.outbox.record(transaction, [
        this.outbox.fact(complimentaryIssuedV1, id, version, { entryId: id, group, tickets, again: true }),
      ]);
      return answer;
    });
  }

  /**
   * The address was corrected, so the old tickets may be with a stranger. Mails nothing.
   * @param key the request's idempotency key: with one key, tickets are replaced once
   * @returns whether the tickets admit anybody now
   * @throws DomainError `booking.renewed_too_often`
   */
  async afterCorrection(id: EntryId, by: UserId, key: string | undefined): Promise<boolean> {
    const attempt = key === undefined ? undefined : this.idempotency.attempt(by, 'renew-entry-corrected', key, { id });
    return this.idempotency.onceIn(this.transactions, attempt, async (transaction) => {
      const entry = await this.entries.byId(id, transaction);
      if (!entry || !admits(entry)) return false;
      await this.renew(entry, by, 'address corrected', transaction);
      return true;
    });
  }

  private async renew(
    entry: Entry,
    by: UserId,
    cause: string,
    transaction: ClientSession,
  ): Promise<{ readonly after: Entry; readonly answer: Renewed }> {
    if (!isRenewable(entry)) throw new DomainError('booking.renewed_too_often');
    const used = await this.admissions.inside(entry.ticketIds);
    const after: Entry = { ...entry, ...renewedTickets(entry, used, () => this.ids.next('ticket')), version: entry.version + 1 };
    await this.entries.replace(entry, after, transaction);
    const answer = { linkGeneration: after.linkGeneration ?? 0, replaced: entry.ticketIds.length - used.size, used: used.size };
    const subject = { kind: 'complimentary', id: entry.id };
    const detail = { group: GROUP_NAMES[entry.group], tickets: answer.replaced, cause };
    await this.audit.record(transaction, by, this.clock.now(), { act: 'complimentary.renewed', subject, detail });
    return { after, answer };
  }
}
