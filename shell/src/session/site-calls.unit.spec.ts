import { expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { SITE_CALLS } from './site-calls.ts';

it('what every page asks for as it opens is asked where the contracts say', () => {
  expect(SITE_CALLS).toEqual({
    session: authRoutes.showSession.path,
    signOut: authRoutes.signOut.path,
    concert: bookingRoutes.showConcert.path,
    bookings: bookingRoutes.listOwnBookings.path,
  });
  const { showConcert, listOwnBookings } = bookingRoutes;
  expect([authRoutes.showSession, authRoutes.signOut, showConcert, listOwnBookings].map(({ method }) => method)).toEqual([
    'GET',
    'POST',
    'GET',
    'GET',
  ]);
});
