import { z } from 'zod';
import { emailField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { pageOf } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';
import { MAX_TICKETS, SEATINGS } from './seating.ts';
import { BOOKING_STATUSES } from './states.ts';

/** What a booking says of money, for the comparison with ledger and provider. */
export const bookingMoneySchema = z.object({
  bookingId: idSchema('booking'),
  status: z.enum(BOOKING_STATUSES),
  /** Of the seats, and of a gift beside them. */
  price: moneySchema,
  /** What of it went back in partial returns. */
  returned: moneySchema,
  /** What of it was given to the welfare work. */
  given: moneySchema,
});
export type BookingMoney = z.infer<typeof bookingMoneySchema>;

export const bookingMoneyRoutes = defineRoutes({
  listBookingMoney: {
    request: 'GET /internal/booking-money',
    summary: 'Bookings that took money at some time, by id, a page at a time',
    callers: ['svc-payment'],
    query: z.object({ cursor: idSchema('booking').optional() }),
    answer: pageOf(bookingMoneySchema),
  },
  restoreBooking: {
    request: 'POST /internal/bookings/restore',
    summary:
      'Takes in a booking that the payment provider knows and this service does not, as after an older copy of the database came back; it holds no seats',
    callers: ['svc-payment'],
    body: z.strictObject({
      bookingId: idSchema('booking'),
      userId: idSchema('user'),
      email: emailField,
      seating: z.enum(SEATINGS),
      tickets: z.int().min(1).max(MAX_TICKETS),
      /** What its payment page asked for its seats, in minor units: its price, whatever the category costs now. */
      amountMinor: z.int().min(0),
      /** What it asked for beside them, as a gift to the welfare work. */
      giftMinor: z.int().min(1).optional(),
    }),
    /** Whether svc-booking knew this booking already. */
    answer: z.object({ known: z.boolean() }),
    repeatable: true,
  },
});
