import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import type { ConcertView } from '@concert/contracts/booking/http';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { Session } from '@concert/web-kit/session.tsx';
import { advance } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Answers } from '@concert/web-kit/testing/site.ts';
import { PaymentReturn } from '../features/payment-return/payment-return.tsx';
import type { PaymentAction } from '../features/payment-return/use-payment-outcome.ts';
import { BOOKING_ID, bookingView, concertView, routes, showToBuyer } from '../testing/booking.tsx';

const QUERY = `?ref=${BOOKING_ID}&ref2=cs_test_1`;
type Outcome = AnswerOf<typeof routes.processDetails>;
const outcome = (value: Outcome['outcome']): Outcome => ({ outcome: value });

const STORED = {
  name: 'Meera Raghavan',
  email: 'meera@example.org',
  phoneno: '(555) 123-4567',
  notickets: '2',
  amount: '50.00',
  currency: 'USD',
  seating: 'General Seating',
  userbookingid: BOOKING_ID,
};

type Stored = Partial<Record<keyof typeof STORED, string | undefined>>;

/** @param stored what this browser kept of the booking otherwise than `STORED`; null when it kept nothing */
async function open(
  action: PaymentAction,
  {
    answers = {},
    query = QUERY,
    as,
    stored = {},
    concert = concertView(),
  }: { answers?: Answers<typeof routes>; query?: string; as?: Session; stored?: Stored | null; concert?: ConcertView } = {},
) {
  for (const [key, value] of Object.entries(stored ? { ...STORED, ...stored } : {}))
    if (value !== undefined) localStorage.setItem(key, value);
  const site = standInForSite(routes, { processDetails: outcome('confirmed'), showBooking: bookingView(), ...answers });
  await showToBuyer(<PaymentReturn action={action} />, { at: `/return${query}`, concert, ...(as === undefined ? {} : { session: as }) });
  await act(() => Promise.resolve());
  return site;
}

const facts = () =>
  Object.fromEntries([...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

beforeEach(() => localStorage.clear());

describe('the true state comes first', () => {
  it('S2-99 S2-100 S2-101 S2-110 confirmed: Payment Successful, thanks, Process Completed, and what was booked', async () => {
    await open('success');
    expect(heading()).toBe('Payment Successful');
    expect(screen.getByText(/Thank you for your payment/)).toBeTruthy();
    expect(screen.getByText('Process Completed')).toBeTruthy();
    expect(facts()).toMatchObject({
      ...{ 'Booking id': BOOKING_ID, Name: 'Meera Raghavan', Email: 'meera@example.org', Seating: 'General Seating' },
      ...{ 'No. of Tickets': '2', Amount: '$50.00 USD' },
    });
  });

  it.each([
    ['S2-102', 'failed'],
    ['S2-103', 'cancelled'],
  ] as const)('%s %s and not taken: Payment Process Failed', async (_, action) => {
    await open(action, {
      answers: {
        processDetails: outcome('not_taken'),
        showBooking: bookingView({ status: 'cancelled', tickets: undefined, ref2: undefined }),
      },
    });
    expect(heading()).toBe('Payment Process Failed');
    expect(screen.getByRole('link', { name: 'Reserve again' })).toBeTruthy();
    // Nothing was bought, so nothing looks like a ticket.
    expect(document.querySelector('article')).toBeNull();
  });

  it('B1-510 a hand-made success page changes nothing: what was not taken has failed', async () => {
    await open('success', { answers: { processDetails: outcome('not_taken') } });
    expect(heading()).toBe('Payment Process Failed');
    expect(screen.queryByText(/Thank you/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'See your tickets' })).toBeNull();
  });

  it('B5-642 shows a code for each person, with its characters, as soon as there are tickets, and none for a cancelled concert', async () => {
    const code = '1.key.0123456789abcdefghjk.signature';
    await open('success', { answers: { showBooking: bookingView({ tickets: [1, 2].map((number) => ({ number, code })) }) } });
    expect(screen.getAllByRole('img', { name: /^QR code of ticket/ })).toHaveLength(2);
    expect(screen.getAllByText('01234-56789-ABCDE-FGHJK')).toHaveLength(2);
    expect(screen.queryByText(/^Without network/)).toBeNull();
    cleanup();
    await open('success', { concert: concertView({ state: 'cancelled' }) });
    expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull();
  });

  it('shows what the browser remembers until the site has told the booking, so that nothing flickers', async () => {
    jest.useFakeTimers();
    await open('success', { answers: { showBooking: ['unreachable', bookingView()] } });
    expect(heading()).toBe('Payment Successful');
    expect(screen.getByText(BOOKING_ID)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'See your tickets' });
    expect(link.getAttribute('href')).toBe(`/get-details?ref=${BOOKING_ID}`);
    link.focus();
    await advance(1_000);
    expect(link.getAttribute('href')).toContain('ref2=');
    // Who was about to press it by the keyboard still can.
    expect(document.activeElement).toBe(link);
  });

  it('S2-106 reads the name, email and booking id this browser stored, and shows them to a buyer who is not signed in here', async () => {
    const site = await open('success', { stored: { name: 'Meera of this browser' }, as: null });
    expect(heading()).toBe('Payment Successful');
    expect(facts()).toMatchObject({
      'Booking id': BOOKING_ID,
      Name: 'Meera of this browser',
      Email: 'meera@example.org',
      Amount: '$50.00 USD',
    });
    expect(site.to('processDetails')[0]?.body).toMatchObject({ email: 'meera@example.org', ticketid: BOOKING_ID });
    expect(site.to('showBooking')).toHaveLength(0);
  });
});

describe('what is posted', () => {
  it.each([
    ['S2-108 S7-19 S2-31 S4-17 /payment-successful', 'success'],
    ['S2-32 S4-18 /payment-failed', 'failed'],
    ['S2-33 S4-19 /payment-cancelled', 'cancelled'],
  ] as const)('%s posts its action with the booking reference, once', async (_, action) => {
    const site = await open(action);
    expect(site.to('processDetails').map(({ body }) => body)).toEqual([
      { email: 'meera@example.org', reference: BOOKING_ID, reference2: 'cs_test_1', ticketid: BOOKING_ID, action },
    ]);
  });

  it('S2-107 name, email and booking id stay, the rest is deleted', async () => {
    await open('success');
    expect({ ...localStorage }).toEqual({ name: STORED.name, email: STORED.email, phoneno: STORED.phoneno, userbookingid: BOOKING_ID });
  });

  it.each([
    ['reference', `?ref2=cs_test_1`, {}],
    ['second reference', `?ref=${BOOKING_ID}`, {}],
    ['value of the second reference', `?ref=${BOOKING_ID}&ref2=`, {}],
    ['one reference alone', '?ref[]=a&ref2=b', {}],
    ['ticket id', QUERY, { userbookingid: undefined }],
    ['email', QUERY, { email: undefined }],
  ])('S2-111 S8-31 without the %s it is an Invalid request and nothing is posted', async (_, query, changes) => {
    const site = await open('success', { stored: changes, query, as: null });
    expect(heading()).toBe('Invalid request');
    expect(site.calls).toEqual([]);
  });
});

describe('an expired page', () => {
  it.each(['amount', 'currency', 'seating', 'notickets'] as const)(
    'S2-104 S2-105 S8-30 without the stored %s it says so and posts nothing',
    async (missing) => {
      const site = await open('success', { stored: { [missing]: undefined }, as: null });
      expect(heading()).toBe('Page expired');
      expect(screen.getByRole('link', { name: 'Sign in to see your bookings' }).getAttribute('href')).toBe('/login?nav=bookings');
      expect(screen.getByText('For any clarification, please send an email with your booking id to info@concert.example')).toBeTruthy();
      expect(site.calls).toEqual([]);
    },
  );

  it('shows nothing of a booking that belongs to somebody else', async () => {
    await open('success', { stored: null, answers: { showBooking: refusal('booking.not_found') } });
    expect(heading()).toBe('Page expired');
    expect(document.querySelector('dl')).toBeNull();
    expect(screen.getByRole('link', { name: 'Your bookings' })).toBeTruthy();
  });
});

describe('back without having paid', () => {
  const KEPT = '2024-07-13T22:45:00.000Z';
  const notPaid: Outcome = { outcome: 'not_paid', seatsKeptUntil: KEPT };
  const pending = bookingView({ status: 'pending', tickets: undefined, ref2: undefined, holdEndsAt: KEPT });

  it('says so, until when the seats are kept, and pays from here', async () => {
    const site = await open('success', { answers: { processDetails: notPaid, showBooking: pending } });
    expect(heading()).toBe('Not paid yet');
    expect(
      screen.getByText(
        'You left the payment page without paying, and nothing was charged. Your seats are kept until 6:45 PM EDT: until then you can pay.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Pay \$50.00/ })).toBeTruthy();
    expect(screen.queryByText(/being confirmed/)).toBeNull();
    expect(screen.queryByText(/Please wait/)).toBeNull();
    expect(site.to('processDetails')).toHaveLength(1);
  });

  it('notices a payment made in another tab', async () => {
    jest.useFakeTimers();
    await open('success', {
      answers: { processDetails: [notPaid, outcome('checking'), outcome('confirmed')], showBooking: [pending, bookingView()] },
    });
    expect(heading()).toBe('Not paid yet');
    await advance(1_000);
    expect(heading()).toBe('Checking your payment');
    await advance(1_500);
    expect(heading()).toBe('Payment Successful');
  });
});

describe('while the payment is being checked', () => {
  it('S2-109 says Please wait while processing ..., keeps asking, and updates by itself', async () => {
    jest.useFakeTimers();
    const site = await open('success', {
      answers: { processDetails: [outcome('checking'), outcome('checking'), outcome('confirmed')] },
    });
    expect(screen.getByText('Please wait while processing ...')).toBeTruthy();
    expect(heading()).toBe('Checking your payment');
    await advance(1000);
    expect(site.to('processDetails')).toHaveLength(2);
    await advance(1500);
    expect(heading()).toBe('Payment Successful');
    await advance(60_000);
    expect(site.to('processDetails')).toHaveLength(3);
  });
});

describe('a return page opened again, elsewhere, late or with other references', () => {
  const other = 'bk_00000000000000000000000000';

  it.each([
    ['the page it was paid on', 'success'],
    ['another return page', 'cancelled'],
  ] as const)(
    'B5-543 reloaded as %s, tells its owner that the payment was successful, with the ticket, and posts nothing',
    async (_, action) => {
      await open('success');
      cleanup();
      const site = await open(action, { stored: null });
      expect(heading()).toBe('Payment Successful');
      expect(screen.getByText(/Thank you for your payment/)).toBeTruthy();
      expect(facts()).toMatchObject({ 'Booking id': BOOKING_ID, Status: 'Paid' });
      expect(screen.getByRole('article').textContent).toContain('Saturday');
      expect(screen.getByRole('link', { name: 'See your tickets' })).toBeTruthy();
      expect(document.body.textContent).not.toContain('Page expired');
      expect(site.to('processDetails')).toEqual([]);
    },
  );

  it.each([
    ['expired', 'Expired', 'Reserve again', 'Payment Process Failed'],
    ['cancelled', 'Cancelled', 'Reserve again', 'Payment Process Failed'],
    ['failed', 'Payment failed', 'Reserve again', 'Payment Process Failed'],
    ['late_paid', 'Paid too late, refund on its way', 'See your booking'],
    ['refund_requested', 'Refund on its way', 'See your booking'],
    ['refunded', 'Refunded', 'See your booking'],
    ['refund_failed', 'Refund failed, we are on it', 'See your booking'],
  ] as const)('B5-543 opened late, when the booking is %s, says so first', async (status, words, way, first: string = words) => {
    await open('success', { stored: null, answers: { showBooking: bookingView({ status, tickets: undefined }) } });
    expect(heading()).toBe(first);
    expect(facts()).toMatchObject({ Status: words });
    expect(document.querySelector('article')).toBeNull();
    expect(screen.getByRole('link', { name: way })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'See your tickets' })).toBeNull();
  });

  it('with references of somebody else, is an Invalid request that shows nothing of it', async () => {
    const site = await open('success', {
      query: `?ref=${other}&ref2=cs_forged`,
      answers: { processDetails: refusal('payment.not_found'), showBooking: refusal('booking.not_found') },
    });
    expect(heading()).toBe('Invalid request');
    expect(document.querySelector('dl')).toBeNull();
    expect(screen.queryByText(/Thank you/)).toBeNull();
    expect(site.to('processDetails')).toHaveLength(1);
  });

  it('never shows a reference of the address as a booking while it asks', async () => {
    await open('success', {
      query: `?ref=${other}&ref2=cs_test_1`,
      as: null,
      answers: { processDetails: outcome('checking') },
    });
    expect(facts()).toEqual({});
  });

  it('no price is taken from an edited storage by anything but the page that shows it', async () => {
    await open('success', { stored: { amount: '0.01', notickets: '99' } });
    expect(facts()).toMatchObject({ Amount: '$50.00 USD', 'No. of Tickets': '2' });
  });
});
