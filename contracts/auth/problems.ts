import { defineProblems } from '../core/problem.ts';

export const authProblems = defineProblems('auth', {
  'auth.credentials_refused': { status: 401, title: 'The email or the password is not right', event: 'sign_in_refused' },
  'auth.email_unverified': {
    status: 403,
    title:
      'Email not verified. Please verify your email or request for resend verification mail by clicking on "Resend Verification Mail" button.',
    event: 'sign_in_refused',
  },
  'auth.password_too_weak': { status: 422, title: 'Please choose another password' },
  'auth.link_expired': { status: 410, title: 'This link has been used or has expired, please ask for a new one' },
  'auth.code_refused': { status: 401, title: 'This is not the code in the email', event: 'sign_in_refused' },
  'auth.code_spent': { status: 410, title: 'This code no longer works. Please ask for another one.', event: 'sign_in_refused' },
  'auth.google_unavailable': { status: 503, title: 'Sign in with Google is not set up on this site' },
  'auth.google_refused': { status: 401, title: 'Google did not confirm who you are' },
  'auth.user_not_found': { status: 404, title: 'There is no such user' },
  'auth.money_open': { status: 409, title: 'Your account can be deleted once your payments and refunds are complete' },
  'auth.role_held': { status: 409, title: 'The account of an organiser or admin can be deleted once an admin has made them a buyer again' },
  'auth.role_changed': { status: 409, title: 'This role has just been changed, please check again' },
  'auth.last_admin': { status: 409, title: 'The site needs at least one admin' },
  'auth.passkey_refused': { status: 401, title: 'This passkey could not be checked, please try again', event: 'sign_in_refused' },
  'auth.passkey_demanded': { status: 403, title: 'Please confirm with your passkey', event: 'proof_missing' },
  'auth.passkey_not_found': { status: 404, title: 'There is no such passkey' },
  'auth.last_passkey': { status: 409, title: 'Organisers and admins keep at least one passkey. Please add another one first' },
  'auth.too_many_passkeys': { status: 409, title: 'An account has at most 10 passkeys. Please remove one first' },
  'auth.own_passkeys': { status: 409, title: 'Another admin has to remove your passkeys' },
  'auth.no_passkeys': { status: 409, title: 'This account has no passkeys' },
  'auth.approval_not_found': { status: 404, title: 'This is no longer waiting: it is done, was stopped, or its time is over' },
  'auth.own_approval': { status: 409, title: 'Someone else has to approve what you asked for' },
  'auth.role_new': { status: 403, title: 'Your role is too new to approve anything' },
  'auth.too_many_helpers': { status: 409, title: 'There are already 100 helpers. Please take a link back first' },
  'auth.sign_in_link_needed': {
    status: 403,
    title: 'Signing in failed too often for this email or from your network. From here you can sign in with a link that we email to you',
    event: 'sign_in_refused',
  },
  'auth.too_many_attempts': { status: 429, title: 'Too many attempts, please wait before trying again', retryable: true },
});
export type AuthProblemCode = keyof typeof authProblems;
