import { z } from 'zod';
import { LINK_TOKEN } from '../auth/account-rules.ts';
import { defineRoutes } from '../core/route.ts';

/** What became of the mail with a code, for the browser that asked for it. */
export const codeMailRoutes = defineRoutes({
  checkCodeMail: {
    request: 'POST /api/code-mails/check',
    summary: 'Whether the latest email with a code for this browser was refused by the provider or the address; nothing of accounts',
    access: 'public',
    body: z.strictObject({ request: z.string({ error: 'Request is required' }).regex(LINK_TOKEN, { error: 'Request is not one' }) }),
    answer: z.object({ refused: z.boolean() }),
    repeatable: true,
    problems: ['request.too_many'],
  },
});
