import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';

/** More time for whoever needs longer to pay (WCAG 2.2, 2.2.1). */
export const moreTimeRoutes = defineRoutes({
  giveMoreTime: {
    request: 'POST /api/ticket-bookings/:bookingId/more-time',
    summary: 'Keeps the seats of a pending booking longer, several times in turn and within bounds',
    access: 'session',
    params: z.object({ bookingId: idSchema('booking') }),
    /** The end that the buyer sees: a press that is sent twice counts once. */
    body: z.strictObject({ holdEndsAt: z.iso.datetime() }),
    repeatable: true,
    answer: z.object({ holdEndsAt: z.iso.datetime(), moreTimes: z.int() }),
    problems: ['booking.not_found', 'booking.not_payable', 'booking.no_more_time', 'booking.registration_closed'],
  },
});
