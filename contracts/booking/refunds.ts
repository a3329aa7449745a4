import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { defineRoutes } from '../core/route.ts';
import { SEATINGS } from './seating.ts';
import { BOOKING_STATUSES, CLOSED_STATES } from './states.ts';

/** Most bookings one call may ask about. */
export const MAX_REFUND_BOOKINGS = 200;

/** A ticket that admits. */
export const admittingTicketSchema = z.object({ number: z.int(), inside: z.boolean(), endsWith: z.int().optional() });

/** What svc-payment has to know of a booking to show or mail its refund. */
export const refundBookingSchema = z.object({
  bookingId: idSchema('booking'),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  seating: z.enum(SEATINGS),
  /** Without those that were given back. */
  tickets: z.int(),
  /** Those that admit, by number; whether somebody went in with each, and for a companion's, the ticket with which it ends. */
  ticketsLeft: z.array(admittingTicketSchema),
  amount: moneySchema,
  status: z.enum(BOOKING_STATUSES),
  /** How often the links of its mails were replaced: a refund link is good for one generation, too. */
  linkGeneration: z.int(),
  /** The page of its receipt, with the secret of its links. */
  receiptUrl: z.string().optional(),
});
export type RefundBooking = z.infer<typeof refundBookingSchema>;

/** The concert as refund pages and mails name it. */
export const refundConcertSchema = z.object({
  title: z.string(),
  startsAt: z.iso.datetime(),
  /** The concert is postponed without a new date: `startsAt` is the evening that does not take place. */
  dateToFollow: z.literal(true).optional(),
  /** Why nothing can be reserved now; absent while something can. */
  closed: z.enum(CLOSED_STATES).optional(),
  timeZone: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
});
export type RefundConcert = z.infer<typeof refundConcertSchema>;

export const refundBookingRoutes = defineRoutes({
  showRefundBookings: {
    request: 'POST /internal/refund-bookings',
    summary: 'Who booked what, for bookings that are refunded; unknown ones are left out',
    callers: ['svc-payment'],
    body: z.strictObject({ bookingIds: z.array(idSchema('booking')).max(MAX_REFUND_BOOKINGS) }),
    answer: z.object({ concert: refundConcertSchema, bookings: z.array(refundBookingSchema) }),
    repeatable: true,
  },
});
