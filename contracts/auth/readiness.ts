import { z } from 'zod';
import { readinessRowSchema } from '../core/readiness.ts';
import { defineRoutes } from '../core/route.ts';

export const authReadinessRoutes = defineRoutes({
  showAuthReadiness: {
    request: 'GET /internal/readiness/people',
    summary: 'Whether there are people enough to keep a sale',
    callers: ['svc-booking'],
    answer: z.object({ rows: z.array(readinessRowSchema) }),
  },
});
