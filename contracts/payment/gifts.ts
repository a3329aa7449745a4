import { z } from 'zod';
import { MAX_TICKETS } from '../booking/seating.ts';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';

/**
 * Money of a payment was given to the welfare work, and none moved: a gift beside the seats, once they are sold, or the money of some tickets, which
 * end with it, that their holder did not take back. Sent back later, it is a refund whose part has the gift's id.
 */
export const giftGivenV1 = defineFact(
  'payment.gift.given.v1',
  z.object({
    bookingId: idSchema('booking'),
    checkoutSessionId: z.string(),
    /** It is numbered among the booking's refund attempts, so that ticket and money go one way only. */
    giftId: idSchema('refund'),
    attempt: z.int().min(1),
    amount: moneySchema,
    /** Numbers of the tickets that ended with it; none of a gift beside the seats. */
    tickets: z.array(z.int().min(1).max(MAX_TICKETS)).max(MAX_TICKETS),
    /** All tickets that were left were given, and no money is left: the booking ends. */
    endsBooking: z.boolean(),
    givenAt: z.iso.datetime(),
  }),
  ['svc-booking.follow-payments', 'svc-booking.remember-money'],
);
