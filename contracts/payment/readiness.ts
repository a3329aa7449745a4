import { z } from 'zod';
import { PAYMENT_MODES, readinessRowSchema } from '../core/readiness.ts';
import { defineRoutes } from '../core/route.ts';

export const paymentReadinessRoutes = defineRoutes({
  showPaymentReadiness: {
    request: 'GET /internal/readiness/payments',
    summary: 'Whether payments are ready for a sale',
    callers: ['svc-booking'],
    answer: z.object({ mode: z.enum(PAYMENT_MODES), rows: z.array(readinessRowSchema) }),
  },
});
