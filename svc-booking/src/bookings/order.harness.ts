import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { priceMinor } from '@concert/contracts/booking/seating';
import { money } from '@concert/contracts/core/money';
import { newBooking, type Booking, type Order } from './booking.ts';

/** An order of two seats in General, as tests of rules need one. */
export const orderOf = (over: Partial<Order> = {}): Order => ({
  id: 'bk_0000000000000000000a000000' as BookingId,
  userId: 'us_0000000000000000000a000000' as UserId,
  firstname: 'Meera',
  lastname: '',
  email: 'meera@example.org',
  phoneno: '555-123-4567',
  seating: 'General Seating',
  tickets: 2,
  host: 'http://localhost',
  ...over,
});

/** The booking that it becomes, at the price of its category and with half an hour to pay. */
export function bookingOf(over: Partial<Order>, now: Date): Booking {
  const order = orderOf(over);
  return newBooking(order, money(priceMinor(order.seating, order.tickets)), now, 1_800);
}
