import { z } from 'zod';
import { emailField } from '../core/fields.ts';
import { identitySchema, ROLES } from '../core/identity.ts';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';

/** A signed-in person as a browser may see them. */
export const sessionViewSchema = z.object({
  userId: idSchema('user'),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
});
export type SessionView = z.infer<typeof sessionViewSchema>;

/** Passwords are taken as typed: never trimmed, never cut. The upper bound keeps hashing cheap to refuse. */
export const passwordField = z.string({ error: 'Password is required' }).min(1, { error: 'Password is required' }).max(200, { error: 'Password is too long (at most 200 characters)' });

export const authRoutes = defineRoutes({
  signIn: {
    method: 'POST',
    path: '/api/auth/sign-in',
    summary: 'Signs in with email and password; the gateway turns the answered session into a cookie',
    access: 'public',
    body: z.strictObject({ email: emailField, password: passwordField }),
    answer: z.object({ session: sessionViewSchema, message: z.string() }),
    problems: ['request.invalid', 'auth.credentials_refused', 'auth.email_unverified', 'auth.too_many_attempts'],
  },
  signOut: {
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'Ends this session at once, whether or not it was still alive',
    access: 'public',
    problems: [],
  },
  showSession: {
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Who is signed in, or null',
    access: 'public',
    answer: z.object({ session: sessionViewSchema.nullable() }),
    problems: [],
  },
  resolveSession: {
    method: 'POST',
    path: '/internal/sessions/resolve',
    summary: 'Turns the secret of a session cookie into the identity behind it, or null',
    access: 'internal',
    callers: ['gateway'],
    body: z.strictObject({ secret: z.string().min(20).max(200) }),
    answer: z.object({ identity: identitySchema.nullable() }),
    problems: ['request.invalid'],
  },
});

/** Response header by which svc-auth hands a new session secret (or, empty, its end) to the gateway; never reaches a browser. */
export const SESSION_SECRET_HEADER = 'x-concert-session-secret';
/** Response header with the seconds the session may live, beside {@link SESSION_SECRET_HEADER}. */
export const SESSION_LIFETIME_HEADER = 'x-concert-session-seconds';
