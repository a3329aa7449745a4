import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Session } from '@concert/web-kit/session.tsx';
import { recall, remember } from '@concert/web-kit/storage.ts';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { PaymentReturn } from '../features/payment-return/payment-return.tsx';
import { storeBooking } from '../features/payment-page/payment-page.ts';
import type { AnswerOf } from '@concert/contracts/core/route';
import { BOOKING_ID, bookingView, routes, showToBuyer } from '../testing/booking.tsx';

const general = bookingView({ id: BOOKING_ID });
const premium = bookingView({ id: 'bk_11111111111111111111000000' as BookingId, seating: 'Premium Seating', notickets: 1, amount: 15_000 });
const tabs = { general, premium };
const confirmed: AnswerOf<typeof routes.processDetails> = { outcome: 'confirmed' };

/** Leaves for the payment page of a booking, as the screens do. */
function leaveToPay(booking: typeof general) {
  storeBooking(booking);
  remember('userbookingid', booking.id);
}

async function comeBack(name: keyof typeof tabs, as?: Session) {
  const { id } = tabs[name];
  const site = standInForSite(routes, {
    processDetails: ({ body }) =>
      body.reference === body.ticketid && body.reference2 === `cs_${name}` ? confirmed : refusal('payment.not_found'),
    showBooking: ({ params }) => (params.bookingId === general.id ? general : premium),
  });
  await showToBuyer(<PaymentReturn action="success" />, {
    at: `/payment-successful?ref=${id}&ref2=cs_${name}`,
    ...(as === undefined ? {} : { session: as }),
  });
  await act(() => Promise.resolve());
  const facts = Object.fromEntries(
    [...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  const told = { heading: screen.getByRole('heading', { level: 1 }).textContent, id: facts['Booking id'], amount: facts['Amount'] };
  const again = screen.queryByRole('link', { name: 'Reserve again' });
  cleanup();
  return { told, again, site };
}

const of = (name: keyof typeof tabs) => ({
  heading: 'Payment Successful',
  id: tabs[name].id,
  amount: name === 'general' ? '$50.00 USD' : '$150.00 USD',
});

beforeEach(() => localStorage.clear());

describe('payments in two tabs', () => {
  it.each([
    ['in the order in which the tabs left', ['general', 'premium'], undefined],
    ['in the other order', ['premium', 'general'], undefined],
    ['signed out meanwhile', ['general', 'premium'], null],
    ['signed out meanwhile, in the other order', ['premium', 'general'], null],
  ] as const)('B1-513 each return page tells of the booking that its address names, %s', async (_, order, as) => {
    leaveToPay(general);
    leaveToPay(premium);
    for (const name of order) {
      const { told, again } = await comeBack(name, as);
      expect(told).toEqual(of(name));
      expect(again).toBeNull();
    }
    expect({ ...localStorage }).toEqual({
      name: premium.firstname,
      email: premium.email,
      phoneno: premium.phoneno,
      userbookingid: premium.id,
    });
  });

  it('a page that was shown is expired when it is opened again, whatever another tab stored, and offers no second purchase', async () => {
    leaveToPay(general);
    await comeBack('general', null);
    const { told, again, site } = await comeBack('general', null);
    expect(told).toEqual({ heading: 'Page expired', id: undefined, amount: undefined });
    expect(again).toBeNull();
    expect(site.calls).toEqual([]);
  });

  it('what another tab stored is shown on no page but its own', async () => {
    leaveToPay(premium);
    const { told, site } = await comeBack('general', null);
    expect(told).toEqual({ heading: 'Payment Successful', id: undefined, amount: undefined });
    expect(site.to('processDetails')[0]?.body).toMatchObject({ reference: general.id, ticketid: general.id });
    expect(recall('amount')).toBe('150.00');
  });

  it.each(['{', '7', '[{"bookingId":7}]', '[null]'])('takes %s in its storage for nothing', async (kept) => {
    localStorage.setItem('other_payments', kept);
    leaveToPay(general);
    leaveToPay(premium);
    expect((await comeBack('general', null)).told).toEqual(of('general'));
  });

  it('keeps the pages of the last six payments', () => {
    for (let n = 0; n < 9; n += 1) leaveToPay({ ...general, id: `bk_${String(n).repeat(26)}` as BookingId });
    const kept = JSON.parse(recall('other_payments') ?? '') as { bookingId: string }[];
    expect(kept.map(({ bookingId }) => bookingId.at(-1))).toEqual(['2', '3', '4', '5', '6', '7']);
  });
});
