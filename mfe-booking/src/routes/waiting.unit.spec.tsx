import { signInCodeRoutes } from '@concert/contracts/auth/sign-in-codes';
import type { ConcertView } from '@concert/contracts/booking/http';
import type { OfferedView, WaitingView } from '@concert/contracts/booking/waiting';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { standInForCanvas } from '@concert/web-kit/testing/browser.ts';
import { advance, press, typeInto } from '@concert/web-kit/testing/screen.tsx';
import type { Session } from '@concert/web-kit/session.tsx';
import { refusal, standInForSite, type Answers } from '@concert/web-kit/testing/site.ts';
import { readStoredBooking } from '../features/payment-page/stored-booking.ts';
import { BOOKING_ID, buyer, concertView, paymentPage, routes as bookingRoutes, showToBuyer } from '../testing/booking.tsx';
import { WaitingList } from './waiting.tsx';

const routes = { ...bookingRoutes, ...signInCodeRoutes };
const WAITING_ID = `wt_${'0'.repeat(26)}` as WaitingView['id'];
const place = (changes: Partial<OfferedView> = {}): OfferedView => ({
  ...{ id: WAITING_ID, state: 'waiting', seats: 2, seating: 'General Seating', before: 3 },
  ...changes,
});
const offer = {
  ...{ bookingId: BOOKING_ID, seating: 'General Seating' as const, amount: { amountMinor: 5_000, currency: 'USD' as const } },
  endsAt: '2024-07-13T02:30:00.000Z',
};
const offered = place({ state: 'offered', offer, pay: { name: buyer.name, email: buyer.email, ref2: 'pays' } });
const leave = jest.fn<(href: string) => void>();
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const said = () => document.body.textContent;

interface Opened {
  readonly at?: string;
  readonly as?: Session;
  readonly refreshed?: Session;
  readonly concert?: ConcertView;
}
async function open(answers: Answers<typeof routes>, { at = '/waiting', as = buyer, refreshed = as, concert }: Opened = {}) {
  const shown = concert ?? concertView({}, { 'General Seating': 0 });
  const site = standInForSite(routes, { showConcert: shown, checkSignInCode: { usedAt: null }, ...answers });
  const { becomes } = await showToBuyer(<WaitingList leave={leave} />, { at, session: as, refreshed: () => refreshed, concert: shown });
  await advance(0);
  return { ...site, becomes };
}
const own = (view: OfferedView | null, closed = false) => ({ showOwnWaiting: { own: view, closed } });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  standInForCanvas();
  leave.mockClear();
  jest.useFakeTimers({ now: Date.parse('2024-07-12T22:00:00.000Z') });
});

describe('the waiting list', () => {
  it('is joined with a name, an email and a code, and then says how many seats come before', async () => {
    const mailed = { message: '', request: 'a-request-that-stays-in-this-tab', expiresAt: inMinutes(10) };
    const answers = { requestSignInCode: mailed, useSignInCode: { session: buyer, message: '' }, waitForSeats: place(), ...own(place()) };
    const at = { at: '/waiting?seating=General+Seating', as: null };
    const site = await open(answers, at);
    await press('Wait for seats');
    expect([screen.getByText('Email is required'), document.activeElement]).toEqual([expect.anything(), screen.getByLabelText('Name')]);
    typeInto('Name', '梅拉 Raghavan');
    typeInto('Email', buyer.email);
    typeInto('Number of seats', '2');
    fireEvent.click(screen.getByLabelText('I need an accessible seat'));
    await press('Wait for seats');
    // A phone may forget the page while its owner reads the email.
    cleanup();
    const again = await open(answers, at);
    typeInto('Code', '123456');
    await advance(0);
    const access = { companions: 1 };
    expect(site.to('requestSignInCode')[0]?.body).toMatchObject({ email: buyer.email, nav: 'waiting' });
    expect(again.to('waitForSeats')[0]?.body).toEqual({ name: '梅拉 Raghavan', seats: 2, seating: 'General Seating', access });
    cleanup();
    await open(answers);
    expect(screen.getByRole('status').textContent).toContain('3 seats before youYou wait for 2 seats in General Seating.');
  });

  it('keeps what is typed when it turns out late that somebody is signed in', async () => {
    const { becomes } = await open(own(null), { as: null });
    typeInto('Name', '梅拉');
    await becomes(buyer);
    await advance(0);
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('梅拉');
  });

  it('is joined at once by who is signed in; whom it refuses is told why, and where there are seats', async () => {
    const answers = { ...own(null), waitForSeats: [refusal('booking.seats_left'), place({ before: 0 })] };
    const site = await open(answers);
    typeInto('Category', 'Preferred Seating');
    typeInto('Number of seats', '4');
    await press('Wait for seats');
    expect(screen.getByRole('alert').textContent).toContain('There are seats left: reserve them');
    expect(screen.getByRole('link', { name: 'Reserve your seat' }).getAttribute('href')).toBe('/reserve-your-seat');
    await press('Wait for seats');
    expect(site.to('waitForSeats')[1]?.body).toEqual({ name: buyer.name, seats: 4, seating: 'Preferred Seating' });
    expect(screen.getByRole('heading', { name: 'You are next' })).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('You are next');
  });

  it('is the list for the next date once the concert is cancelled: joined by one press, also while it is closed, and left by another', async () => {
    const listed = place({ seats: 1, seating: 'next date', before: 0 });
    const cancelled = concertView({ state: 'cancelled', saleState: 'cancelled' });
    const site = await open({ ...own(null, true), waitForSeats: listed, leaveWaiting: { state: 'left' } }, { concert: cancelled });
    expect(said()).toContain('We will email you when there is a new date.');
    await press('Tell me about the next date');
    expect(site.to('waitForSeats')[0]?.body).toEqual({ name: buyer.name, seats: 1, seating: 'next date' });
    expect(document.activeElement?.textContent).toContain('You are on the list for the next date');
    await press('Leave the list');
    await press('Leave the list', screen.getByRole('dialog'));
    expect(document.activeElement?.textContent).toContain('You left the list');
    cleanup();
    await open({}, { as: null, concert: cancelled });
    expect(screen.getByRole('link', { name: 'Sign in to join the list' }).getAttribute('href')).toMatch(/^\/login\?/);
  });

  it.each([
    ['closed', own(null, true), {}, 'The waiting list is closed'],
    ['without a sale', own(null), { saleState: 'ended' as const }, 'The waiting list is open while seats are on sale.'],
  ])('takes nobody while it is %s', async (_, answers, concert, words) => {
    await open(answers, { concert: concertView(concert) });
    expect(said()).toContain(words);
    expect(screen.queryByRole('button', { name: 'Wait for seats' })).toBeNull();
  });
});

describe('a place in the list', () => {
  it.each([
    ['its owner, once it is offered', { as: buyer, at: '/waiting' }],
    ['whoever opens the link of its email', { as: null, at: `/waiting?ref=${WAITING_ID}&ref2=secret&ref3=pays` }],
  ])('that is offered says until when and is paid by one press of %s', async (_, at) => {
    const shown = [
      { own: place(), closed: false },
      { own: offered, closed: false },
    ];
    const site = await open({ showOwnWaiting: shown, showOffer: offered, payOffer: paymentPage }, at);
    await advance(3_000);
    expect(site.to('showOffer').map(({ body }) => body)).toEqual(at.as ? [] : [{ ref2: 'pays' }, { ref2: 'pays' }]);
    expect(said()).toContain('2 tickets in General Seating, $50.00, until Friday, July 12, 10:30 PM EDT.');
    expect(screen.getByRole('timer').textContent).toBe('Kept for 4:29:57');
    fireEvent.click(screen.getByRole('button', { name: /^Pay \$50\.00/ }));
    jest.useRealTimers();
    await waitFor(() => expect(leave).toHaveBeenCalledWith(paymentPage.href));
    expect(site.to('payOffer')[0]?.body).toEqual({ bookingId: BOOKING_ID, ref2: 'pays' });
    // What the page after the payment asks with.
    expect(readStoredBooking(BOOKING_ID)).toMatchObject({ email: buyer.email, amount: '50.00', tickets: '2' });
  });

  it.each([
    ['Leave the list', place(), 'left', 'You left the list'],
    ['Decline', offered, 'declined', 'You declined the seats'],
  ] as const)('ends by “%s”, asked once more', async (button, view, state, words) => {
    const site = await open({ ...own(view), leaveWaiting: { state } });
    await press(button);
    await press(button, screen.getByRole('dialog'));
    expect(site.to('leaveWaiting')[0]).toMatchObject({ params: { waitingId: WAITING_ID }, body: {} });
    expect(document.activeElement?.textContent).toContain(words);
  });

  it.each([
    ['bought', 'You have your seats'],
    ['missed', 'Your offer has ended'],
    ['removed', 'You are no longer on the list'],
  ] as const)('that is %s says so, with the way back to the list', async (state, words) => {
    await open(own(place({ state })));
    expect(within(screen.getAllByRole('status')[0]!).getByText(words)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Wait for seats' })).toBeTruthy();
  });
});

describe('the link of an email about a place', () => {
  it('does nothing by being opened, and leaves the list by one press of whoever holds it', async () => {
    const site = await open({ leaveWaiting: { state: 'declined' } }, { at: `/waiting?ref=${WAITING_ID}&ref2=secret`, as: null });
    expect(site.calls).toEqual([]);
    await press('Leave the list or decline');
    expect(site.to('leaveWaiting')[0]).toMatchObject({ params: { waitingId: WAITING_ID }, body: { ref2: 'secret' } });
    expect(document.activeElement?.textContent).toContain('You declined the seats');
  });

  it('declines what it offers, too', async () => {
    const at = `/waiting?ref=${WAITING_ID}&ref2=secret&ref3=pays`;
    const site = await open({ showOffer: offered, leaveWaiting: { state: 'declined' } }, { at, as: null });
    await press('Decline');
    await press('Decline', screen.getByRole('dialog'));
    expect(site.to('leaveWaiting')[0]?.body).toEqual({ ref2: 'secret' });
    expect(document.activeElement?.textContent).toContain('You declined the seats');
  });

  it('that opens nothing says so', async () => {
    const at = `/waiting?ref=${WAITING_ID}&ref2=false&ref3=false`;
    await open({ showOffer: refusal('booking.waiting_not_found') }, { at, as: null });
    expect(said()).toContain('This link does not open a place in the waiting list');
    cleanup();
    await open({ leaveWaiting: refusal('booking.waiting_not_found') }, { at: `/waiting?ref=${WAITING_ID}&ref2=false`, as: null });
    await press('Leave the list or decline');
    expect(said()).toContain('This link does not open a place in the waiting list');
  });
});
