import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { paymentDataSchema } from './payment-data.ts';

export const personalPaymentRoutes = defineRoutes({
  showPaymentData: {
    request: 'POST /internal/payment-data',
    summary: "What svc-payment keeps about a person's bookings, for the file of their own data",
    callers: ['svc-notify'],
    body: z.strictObject({ bookingIds: z.array(idSchema('booking')).max(10_000) }),
    answer: paymentDataSchema,
    repeatable: true,
  },
});
