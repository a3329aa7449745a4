import { ticketsRenewedV1 } from '@concert/contracts/booking/events';
import type { Renewed } from '@concert/contracts/booking/renewals';
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
import type { BookingsRepository } from '../bookings/bookings.repository.ts';
import type { ConcertRepository } from '../concert/concert.repository.ts';
import { isRenewable, renewedTickets, ticketsLeft } from '../tickets/renewal.ts';

/** Replaces a booking's tickets and its link. */
export class RenewTickets {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly admissions: MongoAdmissions,
    private readonly concert: ConcertRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditLog,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * An organiser asks for it: the new tickets are mailed.
   * @throws DomainError `booking.not_found`, `booking.no_tickets`, `booking.renewed_too_often`, `request.key_reused`
   */
  async onDemand(id: BookingId, who: Identity, key: string): Promise<Renewed> {
    const attempt = this.idempotency.attempt(who.userId, 'renew-tickets', key, { id });
    return this.idempotency.onceIn(this.transactions, attempt, async (transaction) => {
      const booking = await this.bookings.byId(id, transaction);
      if (!booking) throw new DomainError('booking.not_found');
      if (booking.status !== 'paid' || booking.ticketIds.length === 0) throw new DomainError('booking.no_tickets');
      const { after, answer } = await this.renew(booking, who.userId, 'asked for', transaction);
      const fact = { bookingId: id, linkGeneration: answer.linkGeneration };
      await this.outbox.record(transaction, [this.outbox.fact(ticketsRenewedV1, id, after.version, fact)]);
      return answer;
    });
  }

  /**
   * The address was corrected, so the old tickets may be with a stranger. Mails nothing.
   * @param key the request's idempotency key: with one key, tickets are replaced once
   * @returns whether the tickets admit anybody now; not where there are none
   * @throws DomainError `booking.renewed_too_often`
   */
  async afterCorrection(id: BookingId, by: UserId, key: string | undefined): Promise<boolean> {
    const { state } = await this.concert.current();
    const attempt = key === undefined ? undefined : this.idempotency.attempt(by, 'renew-tickets-corrected', key, { id });
    return this.idempotency.onceIn(this.transactions, attempt, async (transaction) => {
      const booking = await this.bookings.byId(id, transaction);
      if (!booking || booking.ticketIds.length === 0) return false;
      await this.renew(booking, by, 'address corrected', transaction);
      return booking.status === 'paid' && state !== 'cancelled';
    });
  }

  private async renew(
    booking: Booking,
    by: UserId,
    cause: string,
    transaction: ClientSession,
  ): Promise<{ readonly after: Booking; readonly answer: Renewed }> {
    if (!isRenewable(booking)) throw new DomainError('booking.renewed_too_often');
    const left = ticketsLeft(booking).map(({ ticketId }) => ticketId);
    const used = await this.admissions.inside(left);
    const after: Booking = {
      ...booking,
      ...renewedTickets(booking, used, () => this.ids.next('ticket')),
      version: booking.version + 1,
    };
    await this.bookings.replace(booking, after, transaction);
    const answer = { linkGeneration: after.linkGeneration ?? 0, replaced: left.length - used.size, used: used.size };
    const subject = { kind: 'booking', id: booking.id };
    const detail = { tickets: answer.replaced, cause };
    await this.audit.record(transaction, by, this.clock.now(), { act: 'tickets.renewed', subject, bookingId: booking.id, detail });
    return { after, answer };
  }
}
