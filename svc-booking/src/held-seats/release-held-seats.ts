import { bookingCancelRequestedV1 } from '@concert/contracts/booking/events';
import type { heldSeatsRoutes } from '@concert/contracts/booking/held-seats';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { AnswerOf } from '@concert/contracts/core/route';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';
import type { ReleaseBooking } from '../bookings/release-booking.ts';

/** What became of one hold: it ended, it ends once its payment page is closed, or there was none any more. */
type Outcome = 'released' | 'closing' | 'none';

/** How many holds have ended, and how many end once the provider has closed their payment page. */
type ReleaseCounts = AnswerOf<typeof heldSeatsRoutes.releaseHeldSeats>;

/** Ends holds for an organiser, as their buyers could themselves. */
export class ReleaseHeldSeats {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly releaseBooking: ReleaseBooking,
    private readonly lanes: SeatLanes,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
  ) {}

  /** @throws DomainError `booking.not_found`, `booking.not_held` */
  async ofBooking(id: BookingId, reason: string, who: Identity): Promise<ReleaseCounts> {
    if (!(await this.bookings.byId(id))) throw new DomainError('booking.not_found');
    return this.release([id], reason, who);
  }

  /** Every hold of an account. @throws DomainError `booking.not_held` when it has none */
  async ofAccount(userId: UserId, reason: string, who: Identity): Promise<ReleaseCounts> {
    return this.release(
      (await this.bookings.pendingOf(userId)).map(({ id }) => id),
      reason,
      who,
    );
  }

  private async release(ids: readonly BookingId[], reason: string, who: Identity): Promise<ReleaseCounts> {
    const seatings = await this.bookings.seatingsOf(ids);
    const outcomes = await Promise.all(
      [...seatings].map(([id, seating]) =>
        this.lanes.submit(seating, { bookings: [id], decide: (seats) => this.decide(seats, id, reason, who) }),
      ),
    );
    const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
    const [released, closing] = [count('released'), count('closing')];
    if (released + closing === 0) throw new DomainError('booking.not_held');
    return { released, closing };
  }

  private decide(seats: SeatDraft, id: BookingId, reason: string, who: Identity): Outcome {
    const booking = seats.booking(id);
    if (booking?.status !== 'pending' || booking.keptUntil === null) return 'none';
    const paying = booking.paymentBegunAt !== null;
    // Nobody may pay for seats that others get: svc-payment closes the page at the provider, and what it then says counts.
    if (paying) seats.tell(this.outbox.fact(bookingCancelRequestedV1, id, booking.version, { bookingId: id }));
    else this.releaseBooking.release(seats, id, 'cancelled', { actor: `user:${who.userId}`, cause: 'hold released by an organiser' });
    const { seating, tickets } = booking;
    seats.also((transaction) =>
      this.audit.record(transaction, who.userId, seats.now, {
        act: 'hold.released',
        subject: { kind: 'booking', id },
        bookingId: id,
        detail: { seating, tickets, reason, paying },
      }),
    );
    return paying ? 'closing' : 'released';
  }
}
