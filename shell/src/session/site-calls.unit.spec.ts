import { expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { SITE_CALLS } from './site-calls.ts';

it('what every page asks for as it opens is asked where the contracts say', () => {
  const { showSession, signOut } = authRoutes;
  const { showConcert } = bookingRoutes;
  expect(SITE_CALLS).toEqual({ session: showSession.path, signOut: signOut.path, concert: showConcert.path });
  expect([showSession, signOut, showConcert].map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});
