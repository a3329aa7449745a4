import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AnswerOf } from '@concert/contracts/core/route';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { advance, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { screen } from '@testing-library/react';
import { Refund } from './refund.tsx';

const ID = `bk_${'0'.repeat(26)}`;
const refund: AnswerOf<typeof refundRoutes.showRefundLink> = {
  bookingId: ID,
  state: 'pending',
  reason: 'The bank is working on it',
  amount: { amountMinor: 5_000, currency: 'USD' },
  cardEnding: '4242',
  requestedAt: '2026-05-01T12:00:00.000Z',
  expectedBy: '2026-05-15T12:00:00.000Z',
  concert: {
    title: 'Music for Meditation Concert',
    startsAt: '2026-07-18T22:00:00.000Z',
    timeZone: 'America/New_York',
    supportEmail: 'info@concert.example',
    supportPhone: '(555) 123-4567',
  },
};
async function open(query: string) {
  await showScreen(<Refund />, { at: `/refund${query}`, pageTitle: 'Your Refund' });
  await advance(0);
}

beforeEach(() => {
  jest.useFakeTimers();
});

describe('/refund', () => {
  it('B3-509 shows state, amount, card ending and expected day to somebody who is not signed in, and follows them', async () => {
    const { calls } = standInForSite(refundRoutes, {
      showRefundLink: [refund, { ...refund, state: 'succeeded', reason: undefined, issuedAt: '2026-05-02T12:00:00.000Z' }],
    });
    await open(`?ref=${ID}&ref2=secret`);
    expect(calls[0]).toMatchObject({ params: { bookingId: ID }, body: { ref2: 'secret' } });
    for (const text of [
      'Your refund is on its way',
      '$50.00 USD',
      'ending in 4242',
      'The bank is working on it',
      'Friday, May 15, 2026',
      ID,
    ])
      expect(screen.getByText(text)).toBeTruthy();
    await advance(60_000);
    expect(screen.getByText('Your refund has been sent')).toBeTruthy();
    expect(screen.queryByText('The bank is working on it')).toBeNull();
  });

  it('B2-616 names the tickets that were given back, and those that stay valid', async () => {
    standInForSite(refundRoutes, { showRefundLink: { ...refund, part: { tickets: [3, 4], left: [1, 2] } } });
    await open(`?ref=${ID}&ref2=secret`);
    for (const text of ['Tickets returned', '3, 4', 'Tickets that stay valid', '1, 2']) expect(screen.getByText(text)).toBeTruthy();
  });

  it.each(['?ref=&ref2=', `?ref=${ID}&ref2=wrong`, ''])('says that a link like %j opens nothing, and no more', async (query) => {
    standInForSite(refundRoutes, { showRefundLink: refusal('payment.not_found') });
    await open(query);
    expect(screen.getByText('This link does not open a refund')).toBeTruthy();
    expect(screen.queryByText('$50.00 USD')).toBeNull();
  });

  it('B9-640 says kindly that a link has ended, and how the buyer gets on', async () => {
    standInForSite(refundRoutes, { showRefundLink: refusal('payment.link_ended') });
    await open(`?ref=${ID}&ref2=secret`);
    expect(screen.getByText('This link has ended')).toBeTruthy();
    expect(screen.getByText(/until 90 days after the concert\. Sign in/)).toBeTruthy();
  });
});
