import type { BookingView } from '@concert/contracts/booking/http';
import type { Seating } from '@concert/contracts/booking/seating';
import type { Result } from '@concert/web-kit/api-client.ts';
import { texts } from '../../texts.ts';
import { amountOf } from '../booking-display/booking-display.ts';

/** What was bought last in a category, in words. */
export function lastBought(seating: Seating, own: Result<readonly BookingView[]>): string {
  const last = own.ok ? own.value.find((booking) => booking.seating === seating && booking.status === 'paid') : undefined;
  return last ? texts.reserve.again.bought(last.notickets, last.seating, amountOf(last)) : texts.reserve.again.boughtSome(seating);
}
