import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { BOOKING_ID, bookingView, refusal, showScreen, standInForSite } from '../site-stand-in.tsx';
import { Bookings } from './bookings.tsx';

const LIST = 'GET /api/ticket-bookings';
afterEach(cleanup);

it('S2-34 S7-20 lists the signed-in user’s bookings with the way to their tickets', async () => {
  standInForSite({ [LIST]: { body: [bookingView()] } });
  await showScreen(<Bookings />);
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['General Seating', '2', '50.00 USD', '06/30/2024 14:04:11 EDT', 'Paid', 'Ticket details']);
  expect(screen.getByRole('link', { name: `Ticket details of ${BOOKING_ID}` }).getAttribute('href')).toBe(`/get-details?ref=${BOOKING_ID}&ref2=signed-capability`);
});

it('S2-112 says No bookings available when there are none', async () => {
  standInForSite({ [LIST]: { body: [] } });
  await showScreen(<Bookings />);
  expect(screen.getByText('No bookings available')).toBeTruthy();
});

it('S7-21 says Error fetching users list when the list cannot be had, and asks again', async () => {
  const site = standInForSite({ [LIST]: [refusal(500, 'request.failed'), { body: [bookingView()] }] });
  await showScreen(<Bookings />);
  expect(screen.getByRole('alert').textContent).toContain('Error fetching users list');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await Promise.resolve();
  });
  expect(await screen.findByRole('table')).toBeTruthy();
  expect(site.to(LIST)).toHaveLength(2);
});

it('asks a signed-out visitor to log in, and makes no call', async () => {
  const site = standInForSite({});
  await showScreen(<Bookings />, { session: null });
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?nav=bookings');
  expect(site.calls).toEqual([]);
});
