import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SessionProvider } from '@concert/web-kit/session.tsx';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Refund } from './refund.tsx';

const ID = `bk_${'0'.repeat(20)}`;
const refund = {
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
let answers: { status: number; body: unknown }[] = [];
const calls: string[] = [];

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function open(query: string) {
  render(
    <MemoryRouter initialEntries={[`/refund${query}`]}>
      <SessionProvider session={null} concert={null} pageTitle="Your Refund" refreshSession={() => Promise.resolve(null)}>
        <Refund />
      </SessionProvider>
    </MemoryRouter>,
  );
  await pass(0);
}

beforeEach(() => {
  jest.useFakeTimers();
  calls.length = 0;
  globalThis.fetch = ((address: string) => {
    const { status, body } = answers[Math.min(calls.length, answers.length - 1)]!;
    calls.push(address);
    return Promise.resolve({ ok: status < 400, status, text: () => Promise.resolve(JSON.stringify(body)) } as Response);
  }) as typeof fetch;
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('/refund', () => {
  it('B3-09 shows state, amount, card ending and expected day to somebody who is not signed in, and follows them', async () => {
    answers = [
      { status: 200, body: refund },
      { status: 200, body: { ...refund, state: 'succeeded', reason: undefined, issuedAt: '2026-05-02T12:00:00.000Z' } },
    ];
    await open(`?ref=${ID}&ref2=secret`);
    expect(calls[0]).toBe(`/api/refund-links/${ID}?ref2=secret`);
    for (const text of ['Your refund is on its way', '50.00 USD', 'ending in 4242', 'The bank is working on it', 'Friday 15 May 2026', ID])
      expect(screen.getByText(text)).toBeTruthy();
    await pass(60_000);
    expect(screen.getByText('Your refund has been sent')).toBeTruthy();
    expect(screen.queryByText('The bank is working on it')).toBeNull();
  });

  it('asks without a secret where the link has none: the buyer who is signed in needs none', async () => {
    answers = [{ status: 200, body: refund }];
    await open(`?ref=${ID}`);
    expect(calls[0]).toBe(`/api/refund-links/${ID}`);
    expect(screen.getByText('50.00 USD')).toBeTruthy();
  });

  it.each(['?ref=&ref2=', `?ref=${ID}&ref2=wrong`, ''])('says that a link like %j opens nothing, and no more', async (query) => {
    answers = [
      { status: 404, body: { type: '', title: 'x', status: 404, detail: 'x', instance: '/', code: 'payment.not_found', traceId: 't' } },
    ];
    await open(query);
    expect(screen.getByText('This link opens no refund')).toBeTruthy();
    expect(screen.queryByText('50.00 USD')).toBeNull();
  });
});
