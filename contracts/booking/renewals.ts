import { z } from 'zod';
import { plainField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';

/** What became of the tickets of a booking or entry. */
const renewedSchema = z.object({
  /** Generation of the link that shows them now. */
  linkGeneration: z.int(),
  /** How many tickets were replaced. */
  replaced: z.int(),
  /** How many were used already and stay. */
  used: z.int(),
});
export type RenewalResult = z.infer<typeof renewedSchema>;

const renewal = {
  access: 'organiser',
  freshSignIn: true,
  answer: renewedSchema,
  idempotencyKey: 'required',
} as const;

export const renewalRoutes = defineRoutes({
  renewTickets: {
    ...renewal,
    request: 'POST /api/ticket-bookings/:bookingId/renew-tickets',
    summary: 'Gives new tickets and a new link in place of those of a paid booking, and emails them; the old ones open nothing any more',
    params: z.object({ bookingId: idSchema('booking') }),
    problems: ['booking.renewed_too_often', 'booking.not_found', 'booking.no_tickets'],
  },
  renewComplimentary: {
    ...renewal,
    request: 'POST /api/complimentary-entries/:entryId/renew-tickets',
    summary: 'Gives new tickets and a new link in place of those of an entry, and emails them; the old ones open nothing any more',
    params: z.object({ entryId: idSchema('complimentary') }),
    problems: ['booking.renewed_too_often', 'booking.entry_not_found', 'booking.entry_revoked'],
  },
  renewForCorrectedAddress: {
    request: 'POST /internal/ticket-renewals',
    summary:
      'Gives new tickets and a new link where an address was corrected, because the old ones went to someone else; emails nothing. Says whether the tickets admit anyone now',
    callers: ['svc-notify'],
    body: z.strictObject({
      of: z.union([idSchema('booking'), idSchema('complimentary')]),
      by: idSchema('user'),
      /** The request's idempotency key: sent several times, it replaces the tickets once. */
      key: plainField(100).optional(),
    }),
    answer: z.object({ admits: z.boolean() }),
    problems: ['booking.renewed_too_often'],
  },
});
