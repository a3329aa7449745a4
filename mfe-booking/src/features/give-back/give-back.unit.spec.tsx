import type { GiveBackView } from '@concert/contracts/booking/give-back';
import type { BookingView } from '@concert/contracts/booking/http';
import { expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { pressNow as press } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Answers } from '@concert/web-kit/testing/site.ts';
import { BOOKING_ID, bookingView, concertView, routes, showToBuyer } from '../../testing/booking.tsx';
import { Bookings } from '../../routes/bookings.tsx';
import { GetDetails } from '../../routes/get-details.tsx';

const giveBack = (changes: Partial<GiveBackView> = {}): GiveBackView => ({
  ...{ until: '2999-07-13T20:00:00.000Z', tickets: [1, 2], returning: [], moneyBack: [2_500, 5_000], atOnce: false },
  ...changes,
});
const toCome = concertView({ startsAt: '2999-07-13T22:00:00.000Z' });

async function openBookings(view: GiveBackView, answers: Answers<typeof routes>, booking: Partial<BookingView> = {}) {
  const site = standInForSite(routes, { listOwnBookings: [bookingView({ ...booking, giveBack: view })], ...answers });
  await showToBuyer(<Bookings />, { at: '/bookings', concert: toCome });
  return site;
}
const openTickets = async (booking: Partial<BookingView>, session?: null) => {
  standInForSite(routes, { showBookingDetails: [bookingView(booking)] });
  const at = `/get-details?ref=${BOOKING_ID}&ref2=signed`;
  await showToBuyer(<GetDetails />, { at, concert: toCome, ...(session === null ? { session } : {}) });
  return document.body.textContent;
};

it('tickets are given back in three presses, with what becomes of them and of the money said first', async () => {
  const site = await openBookings(giveBack(), { giveBack: giveBack({ returning: [2] }) });
  await press(/^Give back/);
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('Your tickets stay valid until someone takes the seats. Then you get $50.00 back.');
  fireEvent.click(within(dialog).getByLabelText('Ticket 1'));
  expect(dialog.textContent).toContain('Your ticket stays valid until someone takes the seat. Then you get $25.00 back.');
  await press('Give back', dialog);
  expect(site.to('giveBack')[0]).toMatchObject({ params: { bookingId: BOOKING_ID }, body: { tickets: [2] } });
});

it('one ticket needs no choice; bought back at once it ends at once; companions follow the accessible seat', async () => {
  await openBookings(giveBack({ tickets: [1], moneyBack: [2_500], atOnce: true }), {});
  await press(/^Give back/);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByRole('dialog').textContent).toContain('You get $25.00 back at once, and this ticket ends.');
  cleanup();
  const tickets = ['accessible' as const, 'companion' as const].map((seat, index) => ({ number: index + 1, code: `T${index}`, seat }));
  await openBookings(giveBack(), {}, { tickets });
  await press(/^Give back/);
  expect(screen.getByLabelText<HTMLInputElement>('Ticket 2, companion').disabled).toBe(true);
});

it('given back they are valid still and say so, and are kept by one press; while someone pays, those that nobody pays for', async () => {
  const site = await openBookings(giveBack({ returning: [1, 2] }), { giveBack: [refusal('booking.seats_promised'), giveBack()] });
  expect(screen.getByText('Tickets 1 and 2, given back: valid until someone takes the seat')).toBeTruthy();
  await press('Keep my tickets');
  expect(screen.getByRole('alert').textContent).toContain('Someone is paying for these seats.You may still keep some');
  await press('Keep ticket 2');
  expect(site.to('giveBack').map(({ body }) => body)).toEqual([{ tickets: [] }, { tickets: [1] }]);
  expect(document.activeElement?.textContent).toContain('Tickets 1 and 2');
});

it('the ticket page shows it to the buyer alone: who came by the link is told to sign in, and what is refused says why', async () => {
  expect(await openTickets({ giveBack: giveBack({ returning: [2] }) })).toContain(
    'Ticket 2 of 2Given back: valid until someone takes the seat',
  );
  cleanup();
  expect(await openTickets({ giveBack: giveBack({ refused: 'disputed', tickets: [] }) })).toContain(
    'The payment is disputed with the bank',
  );
  expect(screen.queryByRole('button', { name: /^Give back/ })).toBeNull();
  cleanup();
  expect(await openTickets({}, null)).toContain('To give tickets back, sign in with the account you booked with.');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login?nav=bookings');
});
