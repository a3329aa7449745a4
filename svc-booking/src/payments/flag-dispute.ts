import type { BookingId } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import { withDispute } from '../bookings/booking.ts';
import type { DisputeMark } from '../bookings/dispute-mark.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';

/** Stores the state of a dispute with its booking, also after the bank has decided. */
export class FlagDispute {
  /** @returns whether it is news @throws TooEarlyError when the booking is not known yet */
  flag(seats: SeatDraft, id: BookingId, received: DisputeMark): boolean {
    const booking = seats.booking(id);
    if (!booking) throw new TooEarlyError('the payment of a booking that is not known is disputed');
    const after = withDispute(booking, received);
    if (after !== booking) seats.record(after);
    return after !== booking;
  }
}
