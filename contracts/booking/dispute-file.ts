import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';

export const disputeFileRoutes = defineRoutes({
  makeDisputeFile: {
    // A call that asks only, but it gathers personal data and is noted in the audit log.
    method: 'POST',
    path: '/api/ticket-bookings/:bookingId/dispute-file',
    summary: "What belongs in an answer to a dispute, as one text and one PDF within the payment provider's limits; submits nothing",
    access: 'organiser',
    params: z.object({ bookingId: idSchema('booking') }),
    answer: z.object({
      text: z.string(),
      /** The PDF in base64. */
      pdf: z.base64(),
    }),
    repeatable: true,
    problems: ['booking.not_found', 'booking.not_disputed', 'request.unavailable'],
  },
});
