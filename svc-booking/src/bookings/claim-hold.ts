import type { BookingId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import { assertNotClosed } from '../concert/sale.ts';
import type { Holder } from '../unpaid-holds/unpaid-holds.ts';
import type { MongoUnpaidHolds } from '../unpaid-holds/mongo-unpaid-holds.ts';
import { isPayable, justBought, type Booking } from './booking.ts';
import type { MongoBookings } from './mongo-bookings.ts';
import type { SeatLanes } from './lane/seat-lanes.ts';
import type { SeatDraft } from './lane/seat-unit-of-work.ts';
import { assertHoldLimit, type OpenSeatLimits } from './open-holds.ts';
import { inPatience, placedView, type Placed } from './place-booking.ts';
import type { ReleaseBooking } from './release-booking.ts';
import { claimedBy } from './unproven-hold.ts';

/** Gives whoever has proven an email the seats that are held for it. */
export class ClaimHold {
  constructor(
    private readonly bookings: Pick<MongoBookings, 'waitingOf'>,
    private readonly lanes: SeatLanes,
    private readonly release: ReleaseBooking,
    private readonly unpaid: MongoUnpaidHolds,
    private readonly clock: Clock,
    private readonly holdSeconds: number,
    private readonly patienceMs: number,
    private readonly limits: OpenSeatLimits,
  ) {}

  /**
   * There is no reference to give away: the session's own email says which hold it is. Repeated, in another tab or browser, it answers the
   * booking that the person has by then.
   * @param confirmed another purchase within minutes of a paid booking in the same category
   * @throws DomainError `booking.not_found` where nothing waits, or no longer; `booking.registration_closed`, `booking.second_purchase`,
   *   `booking.too_many_unpaid`, `booking.too_many_held`, `booking.busy`
   */
  async claim(who: Identity, confirmed: boolean): Promise<Placed> {
    const { userId } = who;
    const found = await this.bookings.waitingOf([this.unpaid.buyerOf(who.email), userId], this.clock.now());
    if (!found) throw new DomainError('booking.not_found');
    const { id, seating, source } = found;
    const phoneKey = this.unpaid.phoneKeyOf(found.phoneno);
    const holder = { userId, phoneKey, ...(source === undefined ? {} : { source }) };
    if (found.unproven) this.unpaid.assertSeatsLeft(holder);
    const decide = (seats: SeatDraft) => this.decide(seats, id, holder, confirmed);
    return inPatience(this.lanes.submit(seating, { bookings: [id], buyer: userId, holder, decide }), this.patienceMs);
  }

  private decide(
    seats: SeatDraft,
    id: BookingId,
    holder: Holder & Required<Pick<Booking, 'userId' | 'phoneKey'>>,
    confirmed: boolean,
  ): Placed {
    const { concert, now } = seats;
    const answer = (booking: Booking, resumed: boolean) => placedView(booking, resumed, seats, this.holdSeconds);
    const held = seats.booking(id);
    if (!held || !isPayable(held, now)) throw new DomainError('booking.not_found');
    assertNotClosed(concert);
    if (!held.unproven) return answer(held, true);
    const own = seats.ofBuyer(holder.userId);
    const pending = own.find(({ status }) => status === 'pending');
    if (pending && pending.holdEndsAt > now) {
      // As when it is reserved again: the booking that waits is offered, and nobody has two.
      this.release.release(seats, id, 'cancelled', { actor: `user:${holder.userId}`, cause: 'given up' });
      return answer(pending, true);
    }
    if (!confirmed && justBought(own, now)) throw new DomainError('booking.second_purchase');
    assertHoldLimit(
      seats.openHolds.filter((hold) => hold.id !== id),
      { ...holder, tickets: held.tickets },
      this.limits,
      now,
    );
    if (pending) this.release.outlive(seats, pending);
    const booking = claimedBy(held, holder, now, this.holdSeconds);
    seats.put(booking);
    return answer(booking, false);
  }
}
