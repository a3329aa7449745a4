import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { complimentaryIssuedV1, ticketsRenewedV1 } from '@concert/contracts/booking/events';
import type { RenewalResult } from '@concert/contracts/booking/renewals';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { Booking } from '../bookings/booking.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import { ticketsAdmit, type Entry, type EntryId } from '../complimentary/entry.ts';
import type { MongoEntries } from '../complimentary/mongo-entries.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { isRenewable, renewedTickets, ticketsLeft } from '../tickets/renewal.ts';

/** A holder of tickets after they were replaced. */
interface Replaced<T> {
  readonly after: T;
  readonly answer: RenewalResult;
}

/** Replaces the tickets and the link of a booking or of a complimentary entry. */
export class RenewTickets {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly entries: MongoEntries,
    private readonly admissions: MongoAdmissions,
    private readonly concert: MongoConcert,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditLog,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * An organiser asks for a booking's: the new tickets are mailed.
   * @throws DomainError `booking.not_found`, `booking.no_tickets`, `booking.renewed_too_often`, `request.key_reused`
   */
  booking(id: BookingId, { userId }: Identity, key: string): Promise<RenewalResult> {
    return this.once('renew-tickets', id, userId, key, async (transaction) => {
      const booking = await this.bookings.byId(id, transaction);
      if (!booking) throw new DomainError('booking.not_found');
      if (booking.status !== 'paid' || booking.ticketIds.length === 0) throw new DomainError('booking.no_tickets');
      const { after, answer } = await this.renewBooking(booking, userId, 'asked for', transaction);
      const fact = { bookingId: id, linkGeneration: answer.linkGeneration };
      await this.outbox.record(transaction, [this.outbox.fact(ticketsRenewedV1, id, after.version, fact)]);
      return answer;
    });
  }

  /**
   * An organiser asks for an entry's: the new tickets are mailed.
   * @throws DomainError `booking.entry_not_found`, `booking.entry_revoked`, `booking.renewed_too_often`, `request.key_reused`
   */
  entry(id: EntryId, { userId }: Identity, key: string): Promise<RenewalResult> {
    return this.once('renew-entry', id, userId, key, async (transaction) => {
      const entry = await this.entries.byId(id, transaction);
      if (!entry) throw new DomainError('booking.entry_not_found');
      if (!ticketsAdmit(entry)) throw new DomainError('booking.entry_revoked');
      const { after, answer } = await this.renewEntry(entry, userId, 'asked for', transaction);
      const fact = { entryId: id, group: after.group, tickets: after.tickets, again: true };
      await this.outbox.record(transaction, [this.outbox.fact(complimentaryIssuedV1, id, after.version, fact)]);
      return answer;
    });
  }

  /**
   * A booking's address was corrected, so the old tickets may be with a stranger. Mails nothing.
   * @param key the request's idempotency key: with one key, tickets are replaced once
   * @returns whether the tickets admit anybody now; not where there are none
   * @throws DomainError `booking.renewed_too_often`
   */
  async ofCorrectedBooking(id: BookingId, by: UserId, key: string | undefined): Promise<boolean> {
    const { state } = await this.concert.current();
    return this.once('renew-tickets-corrected', id, by, key, async (transaction) => {
      const booking = await this.bookings.byId(id, transaction);
      if (!booking || booking.ticketIds.length === 0) return false;
      await this.renewBooking(booking, by, 'address corrected', transaction);
      return booking.status === 'paid' && state !== 'cancelled';
    });
  }

  /** The same for an entry. */
  ofCorrectedEntry(id: EntryId, by: UserId, key: string | undefined): Promise<boolean> {
    return this.once('renew-entry-corrected', id, by, key, async (transaction) => {
      const entry = await this.entries.byId(id, transaction);
      if (!entry || !ticketsAdmit(entry)) return false;
      await this.renewEntry(entry, by, 'address corrected', transaction);
      return true;
    });
  }

  private once<T>(
    route: string,
    id: string,
    by: UserId,
    key: string | undefined,
    act: (transaction: ClientSession) => Promise<T>,
  ): Promise<T> {
    const attempt = key === undefined ? undefined : this.idempotency.attempt(by, route, key, { id });
    return this.idempotency.onceIn(this.transactions, attempt, act);
  }

  private async renewBooking(booking: Booking, by: UserId, cause: string, transaction: ClientSession): Promise<Replaced<Booking>> {
    const renewed = await this.renewed(booking);
    await this.bookings.replace(booking, renewed.after, transaction);
    const subject = { kind: 'booking', id: booking.id };
    const detail = { tickets: renewed.answer.replaced, cause };
    await this.audit.record(transaction, by, this.clock.now(), { act: 'tickets.renewed', subject, bookingId: booking.id, detail });
    return renewed;
  }

  private async renewEntry(entry: Entry, by: UserId, cause: string, transaction: ClientSession): Promise<Replaced<Entry>> {
    const renewed = await this.renewed(entry);
    await this.entries.replace(entry, renewed.after, transaction);
    const subject = { kind: 'complimentary', id: entry.id };
    const detail = { group: GROUP_NAMES[entry.group], tickets: renewed.answer.replaced, cause };
    await this.audit.record(transaction, by, this.clock.now(), { act: 'complimentary.renewed', subject, detail });
    return renewed;
  }

  private async renewed<T extends Booking | Entry>(holder: T): Promise<Replaced<T>> {
    if (!isRenewable(holder)) throw new DomainError('booking.renewed_too_often');
    const left = ticketsLeft(holder).map(({ ticketId }) => ticketId);
    const used = await this.admissions.inside(left);
    const tickets = renewedTickets(holder, used, () => this.ids.next('ticket'));
    const after = { ...holder, ...tickets, version: holder.version + 1 };
    return { after, answer: { linkGeneration: tickets.linkGeneration, replaced: left.length - used.size, used: used.size } };
  }
}
