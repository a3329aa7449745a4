import type { bookingMoneyRoutes } from '@concert/contracts/booking/money';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import type { AnswerOf } from '@concert/contracts/core/route';
import { chargedFor } from '../bookings/booking.ts';
import { givenAmountOf, returnedInParts } from '../bookings/partial-return.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';

/** Statuses of bookings that took money at some time. */
const WITH_MONEY: readonly BookingStatus[] = ['paid', 'late_paid', 'refund_requested', 'refunded', 'refund_failed', 'charged_back'];
const PAGE = 500;

/** Lists the money of bookings, for the comparison with the payment provider. */
export class ShowBookingMoney {
  constructor(private readonly bookings: MongoBookings) {}

  async page(after: BookingId | undefined): Promise<AnswerOf<typeof bookingMoneyRoutes.listBookingMoney>> {
    const found = await this.bookings.inStatuses(WITH_MONEY, after ?? '', PAGE);
    const last = found.at(-1);
    return {
      items: found.map((booking) => ({
        bookingId: booking.id,
        status: booking.status,
        price: money(booking.price.amountMinor + (booking.giftMinor ?? 0)),
        returned: money(returnedInParts(booking)),
        given: money(givenAmountOf(booking, chargedFor(booking).amountMinor)),
      })),
      ...(last && found.length === PAGE ? { next: last.id } : {}),
    };
  }
}
