import { z } from 'zod';
import { plainField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { bookingDataSchema } from './booking-data.ts';

/** Why the money of a booking is on its way: its buyer cannot be erased before it has arrived. */
export const OPEN_MONEY = ['payment_open', 'refund_under_way', 'refund_failed', 'disputed'] as const;
export type OpenMoney = (typeof OPEN_MONEY)[number];

export const personalBookingRoutes = defineRoutes({
  showOpenMoney: {
    request: 'GET /internal/open-money/:userId',
    summary: "A buyer's bookings whose money is on its way, and where it is",
    callers: ['svc-auth'],
    params: z.object({ userId: idSchema('user') }),
    answer: z.object({ open: z.array(z.object({ bookingId: idSchema('booking'), why: z.enum(OPEN_MONEY) })) }),
  },
  showBookingData: {
    request: 'POST /internal/booking-data',
    summary: 'What svc-booking keeps about a person, by account and verified address, for the file of their own data',
    callers: ['svc-notify'],
    body: z.strictObject({ userId: idSchema('user'), email: plainField(320) }),
    answer: bookingDataSchema,
    repeatable: true,
  },
});
