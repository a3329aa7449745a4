import { afterEach, expect, it } from '@jest/globals';
import { pageAt, PAGES } from '@concert/contracts/site/pages';
import { showScreen } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { cleanup, screen } from '@testing-library/react';
import App from './app.tsx';
import { BOOKING_ID, bookingView, buyer, concertView, routes } from './testing/booking.tsx';

afterEach(() => {
  localStorage.clear();
});

async function open(at: string): Promise<{ heading: string; site: Site<typeof routes> }> {
  const site = standInForSite(routes, {
    processDetails: { outcome: 'not_taken' },
    showComplimentaryDetails: [],
    showConcert: concertView(),
    listOwnBookings: [bookingView()],
    showBooking: bookingView(),
    showBookingDetails: [bookingView()],
    showProfile: 'silent',
    showRefundLink: 'silent',
    showChoice: 'silent',
    showOwnWaiting: { own: null, closed: false },
  });
  const pageTitle = pageAt(at.split('?')[0]!)?.title ?? '';
  await showScreen((props) => <App {...props} />, { at, session: buyer, concert: concertView(), pageTitle });
  return { heading: (await screen.findByRole('heading', { level: 1, name: /\S/ })).textContent ?? '', site };
}

it.each([
  ['S2-30', '/reserve-your-seat', 'Reserve Your Seat : General Seating'],
  ['S2-31', `/payment-successful?ref=${BOOKING_ID}&ref2=cs_1`, 'Payment Successful'],
  ['S2-32', `/payment-failed?ref=${BOOKING_ID}&ref2=cs_1`, 'Payment Successful'],
  ['S2-33', `/payment-cancelled?ref=${BOOKING_ID}&ref2=cs_1`, 'Payment Successful'],
  ['S2-34', '/bookings', 'Ticket Booking Details'],
  ['S2-35', `/get-details?ref=${BOOKING_ID}&ref2=signed`, 'Ticket Details'],
  ['S2-36', '/get-hf-details?ref=cp_1&ref2=signed', 'Ticket Details'],
])('%s the screen at %s is headed %s', async (_, at, heading) => {
  expect((await open(at)).heading).toBe(heading);
});

it('every page of this remote has a screen', async () => {
  for (const page of PAGES.filter(({ remote }) => remote === 'booking')) {
    expect((await open(page.path)).heading).not.toBe('');
    cleanup();
  }
});
