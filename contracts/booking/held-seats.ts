import { z } from 'zod';
import { lineField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';
import { SEATINGS } from './seating.ts';

/** Seats that somebody keeps without having paid, as organisers see them. */
export const heldSeatsSchema = z.object({
  bookingId: idSchema('booking'),
  userId: idSchema('user'),
  name: z.string(),
  email: z.string(),
  phoneno: z.string(),
  seating: z.enum(SEATINGS),
  notickets: z.int(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** A payment page was opened: it may be paid until the provider has closed it. */
  paying: z.boolean(),
});
export type HeldSeats = z.infer<typeof heldSeatsSchema>;

export const heldSeatsRoutes = defineRoutes({
  listHeldSeats: {
    request: 'GET /api/held-seats',
    summary: 'Holds of bookings that are not paid, the one that ends first at the top',
    access: 'organiser',
    query: z.object(pageQuery),
    answer: pageOf(heldSeatsSchema),
    problems: ['request.sign_in_again'],
  },
  releaseHeldSeats: {
    request: 'POST /api/held-seats/release',
    summary:
      'Ends the hold of one booking, or every hold of an account. Where a payment page is open, the provider closes it first, and a payment that was made counts',
    access: 'organiser',
    freshSignIn: true,
    body: z.strictObject({
      of: z.union([idSchema('booking'), idSchema('user')], { error: 'Name a booking or an account' }),
      reason: lineField('Reason', 300),
    }),
    /** Holds that have ended, and holds that end once the provider has closed their payment page. */
    answer: z.object({ released: z.int(), closing: z.int() }),
    problems: ['booking.not_found', 'booking.not_held'],
  },
});
