import { z } from 'zod';
import { readinessRowSchema } from '../core/readiness.ts';
import { defineRoutes } from '../core/route.ts';

export const notifyReadinessRoutes = defineRoutes({
  showNotifyReadiness: {
    request: 'GET /internal/readiness/mails',
    summary: 'Whether emails, and the site that they lead to, are ready for a sale',
    callers: ['svc-booking'],
    answer: z.object({ rows: z.array(readinessRowSchema) }),
  },
  sendTestMail: {
    request: 'POST /api/go-live/test-mail',
    summary: "Sends an email to the organisers' address, to see that emails of this sender arrive",
    access: 'admin',
    status: 202,
    answer: z.object({ to: z.string() }),
    problems: ['request.too_many'],
  },
});
