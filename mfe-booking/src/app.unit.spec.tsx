import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { pageAt, PAGES } from '@concert/contracts/core/pages';
import App from './app.tsx';
import { BOOKING_ID, bookingView, buyer, concertView, standInForSite } from './site-stand-in.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function open(at: string): Promise<string> {
  standInForSite({
    'GET /api/concert': { body: concertView() },
    'GET /api/ticket-bookings': { body: [bookingView()] },
    [`GET /api/ticket-bookings/${BOOKING_ID}`]: { body: bookingView() },
    'POST /api/get-booking-details': { body: [bookingView()] },
  });
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[at]}>
        <App session={buyer} concert={concertView()} pageTitle={pageAt(at.split('?')[0]!)?.title ?? ''} refreshSession={() => Promise.resolve(buyer)} />
      </MemoryRouter>,
    );
    await Promise.resolve();
  });
  return (await screen.findByRole('heading', { level: 1, name: /\S/ })).textContent ?? '';
}

it.each([
  ['S2-30', '/reserve-your-seat', 'Reserve Your Seat : General Seating'],
  ['S2-31', `/payment-successful?ref=${BOOKING_ID}&ref2=cs_1`, 'Page expired'],
  ['S2-32', `/payment-failed?ref=${BOOKING_ID}&ref2=cs_1`, 'Page expired'],
  ['S2-33', `/payment-cancelled?ref=${BOOKING_ID}&ref2=cs_1`, 'Page expired'],
  ['S2-34', '/bookings', 'Ticket Booking Details'],
  ['S2-35', `/get-details?ref=${BOOKING_ID}&ref2=signed`, 'Ticket Details'],
  ['S2-36', '/get-hf-details?ref=cp_1&ref2=signed', 'Ticket Details'],
])('%s the screen at %s is headed %s', async (_, at, heading) => {
  expect(await open(at)).toBe(heading);
});

it('every page of this remote has a screen', async () => {
  for (const page of PAGES.filter(({ remote }) => remote === 'booking')) {
    expect(await open(page.path)).not.toBe('');
    cleanup();
  }
});
