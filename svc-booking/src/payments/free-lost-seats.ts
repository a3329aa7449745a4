import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import { DomainError } from '@concert/service-kit/process/errors';
import type { AuditLog } from '../audit-log/audit-log.ts';
import { transitioned, type Booking } from '../bookings/booking.ts';
import type { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';

/**
 * Ends a booking whose money a bank gave back to its buyer. An organiser decides that: a dispute may be a mistake, which can
 * be cleared up with the buyer while the seats are still theirs.
 */
export class FreeLostSeats {
  constructor(
    private readonly admissions: MongoAdmissions,
    private readonly lanes: SeatLanes,
    private readonly audit: AuditLog,
  ) {}

  /** Frees the seats once, however often it is requested. @throws DomainError `booking.not_found`, `booking.not_lost`, `booking.inside` */
  free(id: BookingId, who: Identity): Promise<BookingStatus> {
    return this.lanes.decideOn(id, undefined, (booking, seats) => this.decide(seats, booking, who));
  }

  private decide(seats: SeatDraft, booking: Booking, who: Identity): BookingStatus {
    if (booking.status === 'charged_back') return booking.status;
    if (booking.dispute?.state !== 'lost' || (booking.status !== 'paid' && booking.status !== 'refund_failed'))
      throw new DomainError('booking.not_lost');
    const { now } = seats;
    const over = transitioned(booking, 'charged_back', { at: now, actor: `user:${who.userId}`, cause: 'lost to a dispute, seats freed' });
    const { id, seating, tickets, lostMinor = 0, ticketIds } = booking;
    seats.put(over);
    seats.also(async (transaction) => {
      if ((await this.admissions.insideOf(ticketIds, transaction)) > 0) throw new DomainError('booking.inside');
      const subject = { kind: 'booking', id };
      const detail = { seating, tickets, lostMinor };
      await this.audit.record(transaction, who.userId, now, { act: 'booking.seats-freed', subject, bookingId: id, detail });
    });
    return over.status;
  }
}
