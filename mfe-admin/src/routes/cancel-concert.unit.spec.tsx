import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { messageRunRoutes } from '@concert/contracts/notify/message-runs';
import { recipientRoutes } from '@concert/contracts/notify/recipients';
import { cancellationRoutes, type CancellationRow, type RunView } from '@concert/contracts/payment/cancellation';
import { advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { dryRun, dollars } from '../testing/dry-run.ts';
import CancelConcert from './cancel-concert.tsx';

const routes = { ...bookingRoutes, ...cancellationRoutes, ...messageRunRoutes, ...recipientRoutes };
const ready = {
  purpose: 'cancellation' as const,
  audience: { guests: ['v' as const] },
  messages: [
    { reader: 'buyer' as const, subject: 'Cancelled', words: 'We are sorry.\n\nYour money comes back.' },
    { reader: 'VIP guest' as const, subject: 'Cancelled', words: 'We are sorry.' },
  ],
};
const sent = {
  ...ready,
  id: `mr_${'1'.repeat(26)}`,
  state: 'sent' as const,
  createdAt: '2026-05-01T12:00:00.000Z',
  count: 185,
  version: 1,
};
const stop = { runId: sent.id, undoUntil: '2026-05-01T12:10:00.000Z' };
const coverage = { audience: 185, delivered: 0, bounced: 0, underWay: 185, called: 0, left: 0 };
const running = { ...sent, state: 'running' as const, coverage };
const cancelled = { state: 'cancelled' as const, stateReason: 'Storm', version: 8 };
const nextDate = {
  showStanding: cancelled,
  countAudience: { count: 80, readers: [], people: [] },
  listMessageRuns: { items: [] },
};
const off = {
  showStanding: { state: 'open' as const, stateReason: '', version: 7 },
  showCancellation: { concertCancelled: false, run: null },
};
const RUN = `rn_${'0'.repeat(26)}`;
const counted = dryRun(12, 125_000, { concertCancelled: true });
const none = { waiting: 0, notified: 0, 'refund sent': 0, settled: 0, failed: 0, 'needs a choice': 0 };
const run = (over: Partial<RunView> = {}) =>
  ({
    id: RUN,
    state: 'running',
    startedAt: '2026-05-01T12:00:00.000Z',
    count: 12,
    total: dollars(125_000),
    rows: { ...none, waiting: 12 },
    settled: dollars(0),
    told: 0,
    ...over,
  }) as RunView;
const row = (over: Partial<CancellationRow> = {}) =>
  ({
    bookingId: `bk_${'0'.repeat(26)}`,
    name: 'Anna',
    seating: 'General Seating',
    notickets: 2,
    state: 'failed',
    told: true,
    refund: {
      id: `rf_${'0'.repeat(26)}`,
      state: 'failed',
      reason: 'The bank declined it',
      cause: 'cancellation',
      attempt: 1,
      amount: 5_000,
      requestedAt: '2026-05-01T12:00:00.000Z',
    },
    ...over,
  }) as CancellationRow;

beforeEach(() => {
  jest.useFakeTimers();
});

async function open(role: 'organiser' | 'admin' = 'organiser') {
  await showScreen(<CancelConcert />, { session: person(role), pageTitle: 'Cancel the Concert' });
  await advance(0);
}

describe('/cancel-concert', () => {
  it('lets only an admin call the evening off, and starts nothing before it is off', async () => {
    standInForSite(routes, {
      ...off,
      dryRunCancellation: { ...counted, concertCancelled: false },
    });
    await open();
    expect(screen.getByText('Only an admin can cancel it.')).toBeTruthy();
    await press('Count the refunds');
    expect(screen.getByText('Both sums are equal')).toBeTruthy();
    expect(screen.queryByLabelText(/^Type REFUND/)).toBeNull();
    expect(screen.getByText('Cancel the concert first: no one is refunded while it is on.')).toBeTruthy();
  });

  it('B3-511 starts only when the words were typed, letter for letter', async () => {
    const site = standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: null },
      dryRunCancellation: counted,
      startCancellationRun: run(),
      listCancellationRows: { items: [] },
    });
    await open();
    await press('Count the refunds');
    expect(screen.getAllByText('$1,250.00').length).toBe(2);
    const field = screen.getByLabelText('Type REFUND 12 PAYMENTS to confirm');
    fireEvent.change(field, { target: { value: 'refund 12 payments' } });
    await press('Refund $1,250.00');
    expect(screen.getByText('Please type REFUND 12 PAYMENTS, letter for letter.')).toBeTruthy();
    expect(site.to('startCancellationRun')).toEqual([]);
    fireEvent.change(field, { target: { value: 'REFUND 12 PAYMENTS' } });
    await press('Refund $1,250.00');
    expect(site.to('startCancellationRun')).toMatchObject([{ body: { confirmation: 'REFUND 12 PAYMENTS' } }]);
    expect(screen.getByRole('progressbar', { name: 'Refunds settled' }).getAttribute('aria-valuetext')).toBe('0 / 12');
  });

  it('B2-615 says how many are on the list for the next date, once the concert is cancelled', async () => {
    const before = standInForSite(routes, off);
    await open();
    expect(before.to('countAudience')).toEqual([]);
    cleanup();
    const site = standInForSite(routes, { ...nextDate, showCancellation: { concertCancelled: true, run: null } });
    await open();
    expect(screen.getByText('80 people are on the list for the next date.')).toBeTruthy();
    expect(site.to('countAudience').map(({ body }) => body)).toEqual([{ purpose: 'next-date', audience: { nextDate: true } }]);
  });

  it('B6-505 stops the evening with a reason and the words as they are shown, then shows how far everybody is told', async () => {
    const site = standInForSite(routes, {
      ...off,
      listReadyMadeRuns: { items: [ready] },
      countAudience: {
        count: 185,
        readers: [
          { reader: 'buyer', count: 120 },
          { reader: 'VIP guest', count: 65 },
        ],
        people: [],
      },
      stopEvening: { ...cancelled, stop },
      listMessageRuns: [{ items: [] }, { items: [running] }],
      listRecipients: { items: [] },
    });
    await open('admin');
    await press('Cancel the concert and tell 185 people');
    expect([screen.getByText('Please say why'), site.to('stopEvening')]).toEqual([expect.anything(), []]);
    fireEvent.change(screen.getByLabelText('Reason, one line'), { target: { value: ' A storm comes. ' } });
    expect(screen.getByText('120: buyers who have paid')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Message for: VIP guests'), { target: { value: 'Dear guests, not today.' } });
    await press('Cancel the concert and tell 185 people');
    expect(screen.getByText('Updating the payments')).toBeTruthy();
    site.answer({ showCancellation: { concertCancelled: true, run: null }, countAudience: nextDate.countAudience });
    expect(site.to('stopEvening').map(({ body }) => body)).toEqual([
      {
        version: 7,
        reason: 'A storm comes.',
        messages: [
          { reader: 'buyer', subject: 'Cancelled', words: 'We are sorry.\n\nA storm comes.\n\nYour money comes back.' },
          { reader: 'VIP guest', subject: 'Cancelled', words: 'Dear guests, not today.' },
        ],
      },
    ]);
    expect(screen.getByText('Preparing the message to everyone')).toBeTruthy();
    await advance(2_600);
    expect(screen.getByText('Delivery: 185 people')).toBeTruthy();
  });

  it('B6-505 undoes it while there is time, and says so', async () => {
    const undoUntil = new Date(Date.now() + 61_000).toISOString();
    const site = standInForSite(routes, {
      ...nextDate,
      showStanding: { ...cancelled, stop: { ...stop, undoUntil } },
      showCancellation: { concertCancelled: true, run: null },
      listMessageRuns: { items: [running] },
      listRecipients: { items: [] },
      undoStop: { state: 'open', stateReason: '', version: 9 },
      listReadyMadeRuns: { items: [ready] },
    });
    await open('admin');
    expect(screen.getByRole('timer').textContent).toBe('1:01 left');
    await press('Undo: it takes place after all');
    expect(site.to('undoStop').map(({ body }) => body)).toEqual([{ runId: stop.runId }]);
    expect(screen.getByText(/^The concert takes place\. We are telling everyone/)).toBeTruthy();
    cleanup();
    await open('admin');
    await advance(61_000);
    expect(screen.queryByRole('button', { name: 'Undo: it takes place after all' })).toBeNull();
    expect(screen.getByText(/^It can no longer be undone/)).toBeTruthy();
  });

  it('B6-505 stops no other evening than the one that was read, and keeps what was typed', async () => {
    const site = standInForSite(routes, {
      ...nextDate,
      ...off,
      listReadyMadeRuns: { items: [ready] },
      stopEvening: refusal('booking.settings_changed'),
    });
    await open('admin');
    fireEvent.change(screen.getByLabelText('Reason, one line'), { target: { value: 'Storm' } });
    await press('Cancel the concert and tell 80 people');
    expect(screen.getByText('The concert has not been cancelled.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Reason, one line').value).toBe('Storm');
    expect(site.to('showStanding')).toHaveLength(2);
  });

  it('names what differs and asks for an explanation', async () => {
    const differences = [{ paymentIntentId: 'pi_1', kind: 'only at the provider' as const, oursMinor: 0, providerMinor: 5_000 }];
    standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: null },
      dryRunCancellation: {
        ...counted,
        equal: false,
        differences,
        differenceCount: 1,
        disputed: { count: 1, total: dollars(5_000) },
        lost: { count: 2, total: dollars(7_500) },
        given: { count: 1, total: dollars(2_500) },
      },
    });
    await open();
    await press('Count the refunds');
    for (const text of [
      'The two sums differ',
      'Only at the provider',
      '$50.00',
      /^In addition, 1 payment is disputed: a bank has taken \$50.00/,
      /^In addition, 2 payments \(\$75.00\) were lost to disputes/,
      'In addition, 1 payment ($25.00) was given to the welfare work.',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByLabelText('Why do the sums differ?')).toBeTruthy();
  });

  it.each([
    ['USD', 125_000, 'The balance at the payment provider is enough: $1,250.00 is available.'],
    ['USD', 124_999, 'The balance at the payment provider is not enough yet'],
    ['EUR', 124_999, /^The account is kept in EUR: €1,249\.99 is available now and €10\.00 later\./],
  ])('B6-643 says before the refunds whether the balance in %s is enough for them: %s', async (currency, availableMinor, text) => {
    standInForSite(routes, { ...off, dryRunCancellation: { ...counted, balance: [{ currency, availableMinor, pendingMinor: 1_000 }] } });
    await open();
    await press('Count the refunds');
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('B3-511 shows progress, pauses and goes on, and follows by itself', async () => {
    const site = standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: run() },
      listCancellationRows: {
        items: [row({ state: 'waiting', refund: { ...row().refund, state: 'planned', reason: undefined } })],
      },
      pauseCancellationRun: run({ state: 'paused' }),
    });
    await open();
    expect(screen.getByText('Under way')).toBeTruthy();
    site.answer({
      showCancellation: {
        concertCancelled: true,
        run: run({ rows: { ...none, settled: 5, waiting: 7 }, settled: dollars(50_000), told: 9 }),
      },
    });
    await advance(2_600);
    expect(screen.getByText('$500.00 of $1,250.00 refunded. The buyers of 9 of 12 payments have been emailed.')).toBeTruthy();
    await press('Pause');
    expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
    const asked = site.calls.length;
    await advance(60_000);
    expect(site.calls.length).toBe(asked);
  });

  it.each([
    ['Needs attention', { settled: 11, failed: 1 }],
    ['Needs attention', { settled: 10, 'refund sent': 1, 'needs a choice': 1 }],
    ['At the banks', { settled: 11, 'refund sent': 1 }],
    ['Finished', { settled: 12 }],
  ])('says of a run that is over how it stands: %s', async (badge, rows) => {
    standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: run({ state: 'finished', rows: { ...none, ...rows } }) },
      listCancellationRows: { items: [] },
    });
    await open();
    expect(['Needs attention', 'At the banks', 'Finished'].filter((text) => screen.queryByText(text))).toEqual([badge]);
  });

  it('offers a choice where a row is stuck', async () => {
    const site = standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: run({ state: 'finished', rows: { ...none, settled: 11, failed: 1 } }) },
      listCancellationRows: { items: [row()] },
      chooseCancellationRow: row({ state: 'settled' }),
    });
    await open();
    expect(screen.getByText('1 refund needs attention')).toBeTruthy();
    const line = screen.getByRole('row', { name: /Anna/ });
    expect(within(line).getByText('The bank declined it')).toBeTruthy();
    site.answer({
      showCancellation: { concertCancelled: true, run: run({ state: 'finished', rows: { ...none, settled: 12 } }) },
      listCancellationRows: { items: [row({ state: 'settled' })] },
    });
    await press('Anna was refunded another way');
    expect(site.to('chooseCancellationRow').at(-1)?.body).toEqual({ choice: 'settled otherwise' });
    expect(within(screen.getByRole('row', { name: /Anna/ })).getByText('Settled')).toBeTruthy();
    // The figures are read again at once, and with them whichever rows are shown by then.
    expect(screen.queryByText('1 refund needs attention')).toBeNull();
    expect(site.calls.slice(-2).map(({ route }) => route)).toEqual(['showCancellation', 'listCancellationRows']);
  });
});
