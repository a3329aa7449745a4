import { z } from 'zod';
import { replaceUnusable, emailField, nameField } from '../core/fields.ts';
import { identitySchema } from '../core/identity.ts';
import { readinessRowSchema } from '../core/readiness.ts';
import { defineRoutes } from '../core/route.ts';
import { LINK_TOKEN, PASSWORD_MIN } from './account-rules.ts';
import { ACCOUNT_MAILS } from './account-mails.ts';
import { approvalRoutes } from './approvals.ts';
import { erasureRoutes } from './erasure.ts';
import { helperLinkRoutes } from './helper-links.ts';
import { navField } from './nav-field.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import { passkeyRoutes } from './passkeys.ts';
import { passkeyStepSchema, sessionViewSchema, signedInSchema } from './session-view.ts';
import { signInCodeRoutes } from './sign-in-codes.ts';
import { userRoutes } from './users.ts';

/** Passwords are taken as typed: never trimmed, never cut. The upper bound means that an absurd one is refused before it costs a hash. */
export const passwordField = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required' })
  .max(200, { error: 'Password is too long (at most 200 characters)' });

/** A password somebody chooses now. Whether it is too common is decided by the server (`auth.password_too_weak`). */
export const newPasswordField = passwordField.refine(
  (value) => [...value.normalize('NFC')].length >= PASSWORD_MIN && value.trim() !== '' && value.isWellFormed() && !value.includes('\u0000'),
  {
    error: `Password must have at least ${PASSWORD_MIN} characters`,
  },
);

/** A single-use secret out of a mail or an address. */
export const linkTokenField = z.string({ error: 'This link is not complete' }).regex(LINK_TOKEN, { error: 'This link is not complete' });

const said = z.object({ message: z.string() });

export const authRoutes = defineRoutes({
  signUp: {
    request: 'POST /api/auth/sign-up',
    summary: 'Makes an account and emails a verification link; the answer is the same when the address has an account already',
    access: 'public',
    body: z.strictObject({ email: emailField, password: newPasswordField, nav: navField }),
    answer: said,
    problems: ['auth.password_too_weak', 'auth.too_many_attempts'],
  },
  register: {
    request: 'POST /api/register',
    summary: 'Makes an account with a name and emails a verification link; the answer is the same when the address has an account already',
    access: 'public',
    body: z.strictObject({ name: nameField('Name', 120), email: emailField, password: newPasswordField, nav: navField }),
    answer: said,
    problems: ['auth.password_too_weak', 'auth.too_many_attempts'],
  },
  verifyEmail: {
    request: 'POST /api/auth/verify-email',
    summary:
      'Proves an address with the secret of its verification email and the password chosen at sign-up, and signs in; who does not know it chooses one with the same secret (set-password)',
    access: 'public',
    body: z.strictObject({ token: linkTokenField, password: passwordField }),
    answer: signedInSchema,
    problems: ['auth.link_expired', 'auth.credentials_refused', 'auth.sign_in_link_needed', 'auth.too_many_attempts'],
  },
  resendVerification: {
    request: 'POST /api/auth/resend-verification',
    summary: 'Emails a new verification link if the address has an unverified account; the answer does not tell',
    access: 'public',
    body: z.strictObject({ email: emailField, nav: navField }),
    answer: said,
    problems: ['auth.too_many_attempts'],
  },
  requestPasswordReset: {
    request: 'POST /api/auth/reset-password',
    summary: 'Emails a link to choose a new password if the address has an account; the answer does not tell',
    access: 'public',
    body: z.strictObject({ email: emailField }),
    answer: said,
    problems: ['auth.too_many_attempts'],
  },
  setPassword: {
    request: 'POST /api/auth/set-password',
    summary:
      'Chooses a new password with the secret of a reset email, or of a verification email while the address is not verified; every session of the account ends',
    access: 'public',
    body: z.strictObject({ token: linkTokenField, password: newPasswordField }),
    answer: said,
    problems: ['auth.password_too_weak', 'auth.link_expired'],
  },
  changePassword: {
    request: 'POST /api/auth/change-password',
    summary:
      'Changes the password of the signed-in person, who proves to know the present one; every other session ends, this one gets a new secret, and an email tells the owner',
    access: 'session',
    body: z.strictObject({ current: passwordField, password: newPasswordField }),
    answer: said,
    problems: ['auth.credentials_refused', 'auth.password_too_weak', 'auth.sign_in_link_needed', 'auth.too_many_attempts'],
  },
  signOutEverywhere: {
    request: 'POST /api/auth/sign-out-everywhere',
    summary: 'Ends every session of the signed-in person, this one too',
    access: 'session',
    freshSignIn: true,
  },
  confirmPassword: {
    request: 'POST /api/auth/confirm-password',
    summary: 'Proves again who is signed in, before an act that asks for it; the session gets a new secret',
    access: 'session',
    body: z.strictObject({ password: passwordField }),
    answer: said,
    problems: ['auth.credentials_refused', 'auth.sign_in_link_needed', 'auth.too_many_attempts', 'auth.passkey_demanded'],
  },
  startGoogle: {
    request: 'GET /api/auth/google',
    summary:
      'Sends the browser to Google (OpenID Connect, code with PKCE); `mode` says whether a popup or the page itself goes there, `again` that the signed-in person proves anew who they are',
    access: 'public',
    query: z.object({ mode: z.enum(['popup', 'redirect']).optional(), again: z.literal('yes').optional() }),
    status: 303,
    problems: ['auth.google_unavailable'],
  },
  finishGoogle: {
    request: 'GET /api/auth/google/callback',
    summary: 'Where Google sends the browser back to; opens a session and goes on to the page that shows the result',
    access: 'public',
    query: z.looseObject({
      code: z.string().max(2_000).transform(replaceUnusable).optional(),
      state: z.string().max(500).transform(replaceUnusable).optional(),
      error: z.string().max(200).transform(replaceUnusable).optional(),
    }),
    status: 303,
  },
  showSignInWays: {
    request: 'GET /api/auth/ways',
    summary: 'Which ways to sign in this site offers, and by what the signed-in person proves anew who they are',
    access: 'public',
    answer: z.object({
      google: z.boolean(),
      /** Whether organisers and admins need a passkey, at sign-in and before acts that ask who they are. */
      organisersNeedPasskey: z.boolean(),
      /** The signed-in person has neither a password nor Google: a mailed code is a fresh proof of theirs. */
      provesByCode: z.literal(true).optional(),
    }),
  },
  makeHandoff: {
    request: 'POST /api/auth/handoff-codes',
    summary: 'A code that signs the same person in once more elsewhere, within five minutes and only once',
    access: 'session',
    answer: z.object({ token: z.string(), url: z.string(), expiresAt: z.iso.datetime() }),
  },
  showHandoff: {
    request: 'POST /api/auth/handoff/account',
    summary:
      'Whose account a handoff code or the link of an email is for, so that a visitor can be asked first, and password managers keep a password with its address; it stays unused',
    access: 'public',
    body: z.strictObject({ token: linkTokenField }),
    answer: z.object({ email: z.string() }),
    repeatable: true,
    problems: ['auth.link_expired'],
  },
  useHandoff: {
    request: 'POST /api/auth/handoff',
    summary: 'Turns a handoff code or the link of a sign-in code into a session; a second time it is useless',
    access: 'public',
    body: z.strictObject({ token: linkTokenField }),
    answer: signedInSchema,
    problems: ['auth.link_expired'],
  },
  ...signInCodeRoutes,
  ...userRoutes,
  ...erasureRoutes,
  ...passkeyRoutes,
  ...approvalRoutes,
  ...ownSessionRoutes,
  ...helperLinkRoutes,
  showAuthReadiness: {
    request: 'GET /internal/readiness/people',
    summary: 'Whether there are people enough to keep a sale',
    callers: ['svc-booking'],
    answer: z.object({ rows: z.array(readinessRowSchema) }),
  },
  showAccountMail: {
    request: 'GET /internal/account-mails/:mailRef',
    summary: 'What an account email says, secret link included; asked for at the moment of sending, so that no secret travels in a fact',
    callers: ['svc-notify'],
    params: z.object({ mailRef: z.string().regex(/^[A-Za-z0-9_-]{10,60}$/) }),
    answer: z.object({
      kind: z.enum(ACCOUNT_MAILS),
      email: z.string(),
      name: z.string(),
      /** Where the mail's button leads. The secret stands behind `#`, which browsers send neither to servers nor to other sites. */
      url: z.string(),
      /** Six digits that sign in, in the browser that asked for them. */
      code: z.string().optional(),
      expiresAt: z.iso.datetime().optional(),
      /** The sign-in that a mail of `new-place` tells of: when, and which browser on which system. */
      login: z.object({ at: z.iso.datetime(), device: z.string() }).optional(),
      /** What a mail of `big-action` tells of: who did what, and when. */
      act: z.object({ at: z.iso.datetime(), words: z.string() }).optional(),
    }),
    problems: ['auth.link_expired'],
  },
  signIn: {
    request: 'POST /api/auth/sign-in',
    summary: 'Signs in with email and password; the gateway turns the answered session into a cookie',
    access: 'public',
    body: z.strictObject({ email: emailField, password: passwordField }),
    answer: signedInSchema,
    problems: ['auth.credentials_refused', 'auth.email_unverified', 'auth.sign_in_link_needed', 'auth.too_many_attempts'],
  },
  signOut: {
    request: 'POST /api/auth/sign-out',
    summary: 'Ends this session at once, whether or not it was still alive',
    access: 'public',
    beforePasskey: true,
    takesHelpers: true,
  },
  showSession: {
    request: 'GET /api/auth/session',
    summary: 'Who is signed in, or null; and what a sign-in that is not complete waits for',
    access: 'public',
    aboutCaller: true,
    beforePasskey: true,
    takesHelpers: true,
    answer: z.object({ session: sessionViewSchema.nullable(), awaits: passkeyStepSchema.optional() }),
  },
  resolveSessions: {
    request: 'POST /internal/sessions/resolve',
    summary: 'Turns the secrets of session cookies into the identities behind them, in their order; null where there is none',
    callers: ['gateway'],
    body: z.strictObject({ secrets: z.array(z.string().min(20).max(200)).min(1).max(200) }),
    answer: z.object({ identities: z.array(identitySchema.nullable()) }),
    repeatable: true,
  },
});

/** Response header by which svc-auth hands a new session secret to the gateway, or its end by an empty value; never reaches a browser. */
export const SESSION_SECRET_HEADER = 'x-concert-session-secret';
/**
 * Secret that ties a Google sign-in to the browser that began it. svc-auth returns it in this response header; the gateway keeps it in a
 * short-lived cookie and sends it back in the same header with later requests.
 */
export const FLOW_SECRET_HEADER = 'x-concert-flow-secret';
/** Response header that says for how many seconds the session may live, beside {@link SESSION_SECRET_HEADER}. */
export const SESSION_LIFETIME_HEADER = 'x-concert-session-seconds';
