import type { BookingId } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import { chargedFor } from '../bookings/booking.ts';
import { withReturn } from '../bookings/returned-tickets.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';
import type { ReturnUpdate } from '../bookings/partial-return.ts';

/** Ends the tickets of a partial return or a gift and gives their seats back, once, and follows its money, in whatever order news arrives. */
export class FollowPartialReturns {
  /** @throws TooEarlyError when the booking or its payment is not known yet */
  follow(seats: SeatDraft, id: BookingId, received: ReturnUpdate): void {
    const booking = seats.booking(id);
    if (!booking || chargedFor(booking).amountMinor === 0)
      throw new TooEarlyError('a part goes back of a booking that is not known as paid');
    const after = withReturn(booking, received, seats.now);
    if (after !== booking) seats.put(after);
  }
}
