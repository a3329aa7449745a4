import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { DRAWN_PNG, standInForCanvas, setTabVisible } from '@concert/web-kit/testing/browser.ts';
import { advance } from '@concert/web-kit/testing/screen.tsx';
import { repliesInOrder, refusal, standInForSite, type Answers } from '@concert/web-kit/testing/site.ts';
import { BOOKING_ID, bookingView, concertView, paymentPage, routes, showToBuyer } from '../testing/booking.tsx';
import { Bookings } from './bookings.tsx';

const leave = jest.fn<(href: string) => void>();
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const pending = (changes: Partial<BookingView> = {}) =>
  bookingView({ status: 'pending', tickets: undefined, ref2: undefined, holdEndsAt: inMinutes(20), ...changes });
const list = (...bookings: BookingView[]) => bookings;

async function open(answers: Answers<typeof routes>, concert?: ConcertView) {
  const site = standInForSite(routes, answers);
  await showToBuyer(<Bookings leave={leave} />, { at: '/bookings', ...(concert ? { concert } : {}) });
  return site;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  standInForCanvas();
  setTabVisible(true);
  leave.mockClear();
});

it('S2-34 S7-20 lists the signed-in user’s bookings with the way to their tickets', async () => {
  await open({ listOwnBookings: list(bookingView()) });
  const [booking] = within(screen.getByRole('list', { name: 'Your bookings' })).getAllByRole('listitem');
  expect(booking!.textContent).toBe(`Sat, Jul 13 · General · 2 ticketsPaid$50.00June 30, 2:04 PM${BOOKING_ID}Show the codesReceipt`);
  expect(screen.getByRole('link', { name: `Show the codes of ${BOOKING_ID}` }).getAttribute('href')).toBe(
    `/get-details?ref=${BOOKING_ID}&ref2=signed-capability`,
  );
  cleanup();
  await open({ listOwnBookings: list(bookingView()) }, concertView({ state: 'cancelled' }));
  expect(screen.getByRole('link', { name: `Ticket details of ${BOOKING_ID}` })).toBeTruthy();
});

it('lists first what can be used, then what can be paid, then what is over', async () => {
  const over = bookingView({ status: 'expired', tickets: undefined, id: 'bk_00000000000000000000000001' as BookingView['id'] });
  const unpaid = pending({ id: 'bk_00000000000000000000000002' as BookingView['id'] });
  await open({ listOwnBookings: list(over, unpaid, bookingView()) });
  expect([...document.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([BOOKING_ID, unpaid.id, over.id]);
});

it('S2-112 says No bookings available when there are none', async () => {
  await open({ listOwnBookings: list() });
  expect(screen.getByText('No bookings available')).toBeTruthy();
});

it('S7-21 S8-03 says Error fetching users list when the list cannot be had, and asks again', async () => {
  const site = await open({ listOwnBookings: repliesInOrder(refusal('request.failed'), list(bookingView())) });
  expect(screen.getByRole('alert').textContent).toContain('Error fetching users list');
  await act(async () => {
    press('Try again');
    await Promise.resolve();
  });
  expect(await screen.findByRole('list', { name: 'Your bookings' })).toBeTruthy();
  expect(site.to('listOwnBookings')).toHaveLength(2);
});

it('asks a signed-out visitor to sign in, and makes no call', async () => {
  const site = standInForSite(routes, {});
  await showToBuyer(<Bookings />, { session: null });
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login?nav=bookings');
  expect(site.calls).toEqual([]);
});

describe('a booking that waits for its payment', () => {
  it('counts down to the end of its hold and asks the site when that is over', async () => {
    jest.useFakeTimers({ now: Date.parse('2024-07-13T21:00:00.000Z') });
    const site = await open({
      listOwnBookings: repliesInOrder(list(pending({ holdEndsAt: '2024-07-13T21:00:05.000Z' })), list(pending({ status: 'expired' }))),
    });
    expect(screen.getByRole('timer').textContent).toBe('Kept for 0:05');
    await advance(5_000);
    expect(site.to('listOwnBookings')).toHaveLength(2);
    expect(screen.getByText('Expired')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
  });

  it.each([
    ['General Seating', 3, 7_500, 2_500, '$75.00'],
    ['VIP Seating', 6, 250_000, 250_000, '$2,500.00'],
  ] as const)(
    'B1-506 in %s is paid from its own facts, with nothing stored here before',
    async (seating, notickets, amount, sent, shown) => {
      const site = await open(
        { listOwnBookings: list(pending({ seating, notickets, amount })), createPayment: paymentPage },
        concertView({}, { [seating]: 0 }),
      );
      press(`Pay ${shown} for ${notickets} tickets in ${seating}`);
      await waitFor(() => expect(leave).toHaveBeenCalledWith('https://pay.example/c/1'));
      expect(site.to('createPayment')[0]?.body).toEqual({
        firstname: 'Meera Raghavan',
        lastname: '',
        email: 'meera@example.org',
        phoneno: '(555) 123-4567',
        seating,
        amount: sent,
        currency: 'USD',
        notickets,
        userbookingid: BOOKING_ID,
        qrCode: DRAWN_PNG,
        successfulUrl: 'http://localhost/payment-successful',
        cancelUrl: 'http://localhost/payment-cancelled',
        failureUrl: 'http://localhost/payment-failed',
      });
      // The return page of this browser shows what was paid.
      expect({ ...localStorage }).toMatchObject({
        name: 'Meera Raghavan',
        email: 'meera@example.org',
        seating,
        notickets: String(notickets),
        userbookingid: BOOKING_ID,
      });
    },
  );

  it.each(['disabled', 'cancelled'] as const)('offers no payment while the concert is %s', async (state) => {
    await open({ listOwnBookings: list(pending()) }, concertView({ state }));
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Release 2 tickets in/ })).toBeTruthy();
  });

  it('B3-534 can be kept longer by a press; after the last one the focus stays beside the time', async () => {
    const before = pending({ moreTimes: 2, holdEndsAt: inMinutes(4) });
    const after = { holdEndsAt: inMinutes(10), moreTimes: 1 };
    const site = await open({
      listOwnBookings: repliesInOrder(list(before), list({ ...before, ...after }), list({ ...before, ...after, moreTimes: 0 })),
      giveMoreTime: repliesInOrder(after, { holdEndsAt: inMinutes(16), moreTimes: 0 }),
    });
    const more = () => screen.getByRole('button', { name: 'I need more time for 2 tickets in General Seating' });
    fireEvent.click(more());
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^Kept for (10:00|9:5\d)$/));
    fireEvent.click(more());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('This is the longest we can keep these seats.'));
    expect(screen.getByRole('timer').textContent).toMatch(/^Kept for (16:00|15:5\d)$/);
    // A press names the end that was seen, so that one that is sent twice counts once.
    expect(site.to('giveMoreTime').map(({ body }) => body)).toEqual([{ holdEndsAt: before.holdEndsAt }, { holdEndsAt: after.holdEndsAt }]);
  });

  it('B3-534 says why there is no more time, and offers none where there is none or nothing can be paid', async () => {
    await open({ listOwnBookings: list(pending({ moreTimes: 1 })), giveMoreTime: refusal('booking.no_more_time') });
    press('I need more time for 2 tickets in General Seating');
    expect((await screen.findByRole('alert')).textContent).toContain('We cannot keep these seats any longer');
    cleanup();
    await open({ listOwnBookings: list(pending({ moreTimes: 0 })) });
    expect(screen.queryByRole('button', { name: /more time/ })).toBeNull();
    cleanup();
    await open({ listOwnBookings: list(pending({ moreTimes: 3 })) }, concertView({ state: 'disabled' }));
    expect(screen.queryByRole('button', { name: /more time/ })).toBeNull();
  });

  it('is given up only after a yes', async () => {
    const site = await open({
      listOwnBookings: repliesInOrder(list(pending()), list(pending({ status: 'cancelled' }))),
      cancelOwnBooking: { status: 'cancelled' },
    });
    press('Release 2 tickets in General Seating');
    const dialog = screen.getByRole('dialog', { name: 'Release these seats?' });
    expect(dialog.hasAttribute('open')).toBe(true);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep them' }));
    expect(dialog.hasAttribute('open')).toBe(false);
    expect(site.to('cancelOwnBooking')).toEqual([]);
    press('Release 2 tickets in General Seating');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Release 2 tickets' }));
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(site.to('cancelOwnBooking')).toHaveLength(1);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ticket Booking Details'));
  });

  it('with a payment page open is followed until its seats are back', async () => {
    jest.useFakeTimers({ now: Date.parse('2024-07-13T21:00:00.000Z') });
    const site = await open({
      listOwnBookings: repliesInOrder(list(pending()), list(pending()), list(pending()), list(pending({ status: 'cancelled' }))),
      cancelOwnBooking: { status: 'pending' },
    });
    press('Release 2 tickets in General Seating');
    press('Release 2 tickets');
    await advance(0);
    expect(screen.getByText('We are closing the payment page. The seats are released in a moment.')).toBeTruthy();
    await advance(1_000);
    await advance(1_500);
    expect(screen.getByText('Cancelled')).toBeTruthy();
    const asked = site.to('listOwnBookings').length;
    await advance(60_000);
    expect(site.to('listOwnBookings')).toHaveLength(asked);
  });
});

describe('an accidental second purchase', () => {
  const second = (changes: Partial<BookingView> = {}) => bookingView({ returnableUntil: '2024-07-13T22:45:00.000Z', ...changes });

  it('is offered back as long as the site says, and nothing else is', async () => {
    await open({ listOwnBookings: list(second(), bookingView({ id: 'bk_00000000000000000000000000' as BookingView['id'] })) });
    expect(screen.getAllByRole('button', { name: /Refund this payment/ })).toHaveLength(1);
    expect(screen.getByText('Until 6:45 PM EDT')).toBeTruthy();
  });

  it('is sent back by one yes, and followed until the money has left', async () => {
    jest.useFakeTimers({ now: Date.parse('2024-07-13T22:40:00.000Z') });
    const gone = { tickets: undefined, returnableUntil: undefined };
    const site = await open({
      listOwnBookings: repliesInOrder(
        list(second()),
        list(second({ status: 'refund_requested', ...gone })),
        list(second({ status: 'refund_requested', ...gone })),
        list(second({ status: 'refunded', ...gone })),
      ),
      returnSecondPurchase: { status: 'refund_requested' },
    });
    press('Refund this payment: $50.00, General Seating');
    const dialog = screen.getByRole('dialog', { name: 'Refund $50.00?' });
    expect(site.to('returnSecondPurchase')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Refund $50.00' }));
    await advance(0);
    expect(screen.getByText('Refund on its way')).toBeTruthy();
    expect(screen.getByRole('link', { name: `Refund state of ${BOOKING_ID}` }).getAttribute('href')).toBe(`/refund?ref=${BOOKING_ID}`);
    await advance(1_000);
    await advance(1_500);
    expect(screen.getByText('Refunded')).toBeTruthy();
    expect(site.to('returnSecondPurchase')).toHaveLength(1);
  });
});
