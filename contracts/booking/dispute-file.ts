import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';

export const disputeFileRoutes = defineRoutes({
  makeDisputeFile: {
    // A call that asks only, but it gathers personal data and is noted in the audit log.
    request: 'POST /api/ticket-bookings/:bookingId/dispute-file',
    summary:
      "What belongs in an answer to a dispute, as a page to print and as its text within the payment provider's limits; submits nothing",
    access: 'organiser',
    params: z.object({ bookingId: idSchema('booking') }),
    answer: z.object({
      sections: z.array(z.object({ title: z.string(), lines: z.array(z.string()) })),
      /** The sections in one text, to be pasted into the provider's form. */
      text: z.string(),
    }),
    repeatable: true,
    problems: ['booking.not_found', 'booking.not_disputed', 'request.unavailable'],
  },
});
