import { beforeEach, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { authRoutes } from '@concert/contracts/auth/http';
import { person, showScreen, type ShownWith } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Answers } from '@concert/web-kit/testing/site.ts';
import Login from '../routes/login.tsx';

/* What specs of the login page have in common. */

export const PASSWORD = 'river lantern quietly seven';
export const buyer = person('buyer', { email: 'meera@example.org' });
/** Answers that every visit asks for. */
export const signInWays = { showSignInWays: { google: true, organisersNeedPasskey: false }, showHandoff: { email: buyer.email } };
export const messageAnswer = (message: string) => ({ message });
export const weakPassword = refusal('auth.password_too_weak', {
  detail: 'This password is one that is guessed first',
  errors: [{ pointer: '/password', field: 'password', detail: 'This password is one that is guessed first' }],
});

/** Addresses the page itself went to. */
export const visitedAddresses: string[] = [];

/** Timers of its own, empty storage and nowhere gone, for each test of a file. */
export function setUpLogin(): void {
  beforeEach(() => {
    jest.useFakeTimers();
    window.localStorage.clear();
    visitedAddresses.length = 0;
  });
}

/** Stands in for the site. Answers what it was asked so far, but for the ways to sign in and whose a link is, unless the test answers that. */
export function standInForLogin(answers: Answers<typeof authRoutes>) {
  const { calls } = standInForSite(authRoutes, answers);
  const isVisit = (route: string) =>
    route === 'showSignInWays' || (route === 'showHandoff' && answers.showHandoff === signInWays.showHandoff);
  return () => calls.filter(({ route }) => !isVisit(route));
}

/** Opens the page, before a site that answers as given, and only says which ways to sign in there are otherwise. */
export async function openLogin(at = '/login', answers: Answers<typeof authRoutes> = {}, shown: ShownWith = {}) {
  const calls = standInForLogin({ ...signInWays, ...answers });
  return {
    ...(await showScreen(<Login leave={(address) => visitedAddresses.push(address)} />, { at, pageTitle: 'Login', ...shown })),
    calls,
  };
}

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
