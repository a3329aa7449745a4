import { z } from 'zod';
import { emailField, mailCodeField } from '../core/fields.ts';
import { defineRoutes } from '../core/route.ts';
import { LINK_TOKEN } from './account-rules.ts';
import { navField } from './nav-field.ts';
import { signedInSchema } from './session-view.ts';

/** Signing in by mail, without a password: a code for the browser that asked, and a link for any other. */
export const signInCodeRoutes = defineRoutes({
  requestSignInCode: {
    request: 'POST /api/auth/sign-in-codes',
    summary:
      'Emails a code and a link; either signs in once, within ten minutes, and makes the account where there is none. The answer does not tell. What was emailed before works on until one of them is used. The way in where passwords are no longer taken',
    access: 'public',
    body: z.strictObject({
      email: emailField,
      nav: navField,
      /** The secret of a browser that asked before, or makes its own: each code that is mailed for it works there. */
      request: z.string().regex(LINK_TOKEN).optional(),
    }),
    answer: z.object({
      message: z.string(),
      /** Ties the code to the browser that asked: a secret, which stays there. */
      request: z.string(),
      /** When the code and the link end, UTC. */
      expiresAt: z.iso.datetime(),
    }),
    problems: ['auth.too_many_attempts'],
  },
  checkSignInCode: {
    request: 'POST /api/auth/sign-in-codes/check',
    summary:
      'When the email that this browser asked for last signed someone in, wherever that was; null as long as it did not. Nothing of accounts',
    access: 'public',
    body: z.strictObject({ request: z.string().regex(LINK_TOKEN) }),
    answer: z.object({ usedAt: z.iso.datetime().nullable() }),
    repeatable: true,
    problems: [],
  },
  useSignInCode: {
    request: 'POST /api/auth/sign-in-codes/use',
    summary:
      'Signs in with the code of an email, in the browser that asked for it; five different ones are tried, then it takes another email. Repeated within a minute, the same session',
    access: 'public',
    body: z.strictObject({
      request: z.string().regex(LINK_TOKEN),
      code: mailCodeField,
    }),
    answer: signedInSchema,
    repeatable: true,
    // When a thousand new people come at once, each waits for the others; who is told 503 meanwhile only asks again.
    longestSilenceMs: 30_000,
    problems: ['auth.code_refused', 'auth.code_spent', 'auth.sign_in_link_needed', 'auth.too_many_attempts'],
  },
});
