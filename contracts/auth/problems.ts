import { defineProblems } from '../core/problem.ts';

export const authProblems = defineProblems('auth', {
  'auth.credentials_refused': { status: 401, title: 'The email or the password is not right' },
  'auth.email_unverified': {
    status: 403,
    title:
      'Email not verified. Please verify your email or request for resend verification mail by clicking on "Resend Verification Mail" button.',
  },
  'auth.too_many_attempts': { status: 429, title: 'Too many attempts, please wait before trying again', retryable: true },
});
export type AuthProblemCode = keyof typeof authProblems;
