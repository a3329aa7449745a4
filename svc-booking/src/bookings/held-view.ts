import type { bookingRoutes } from '@concert/contracts/booking/http';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { Booking } from './booking.ts';
import { moreTimesLeft } from './hold-time.ts';
import type { SeatDraft } from './lane/seat-unit-of-work.ts';

export type Placed = AnswerOf<typeof bookingRoutes.reserve>;
export type Held = AnswerOf<typeof bookingRoutes.holdSeats>;

/** Seats that are held, as anybody may see them who holds them. */
export function heldView(booking: Booking): Held {
  return {
    notickets: booking.tickets,
    amount: booking.price.amountMinor,
    currency: booking.price.currency,
    ...(booking.access?.free ? { freeTickets: booking.access.free } : {}),
    ...(booking.access ? { access: { companions: booking.access.companions } } : {}),
    holdEndsAt: booking.holdEndsAt.toISOString(),
  };
}

/** A pending booking as the answer to its buyer. */
export function placedView(
  booking: Booking,
  resumed: boolean,
  { now, concert: { startsAt } }: Pick<SeatDraft, 'now' | 'concert'>,
  holdSeconds: number,
): Placed {
  const moreTimes = moreTimesLeft(booking, now, { holdSeconds, startsAt });
  const gift = booking.giftMinor ? { giftMinor: booking.giftMinor } : {};
  return { id: booking.id, status: booking.status, ...heldView(booking), ...gift, moreTimes, resumed };
}
