import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { messageRunRoutes } from '@concert/contracts/notify/message-runs';
import { cancellationRoutes, type CancellationRow, type RunView } from '@concert/contracts/payment/cancellation';
import { advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { dryRun, dollars } from '../testing/dry-run.ts';
import CancelConcert from './cancel-concert.tsx';

const routes = { ...bookingRoutes, ...cancellationRoutes, ...messageRunRoutes };
const nextDate = { countAudience: { count: 80, readers: [], people: [] }, listMessageRuns: { items: [] } };
const ready = {
  purpose: 'cancellation' as const,
  audience: { guests: ['v' as const] },
  messages: [{ reader: 'everybody' as const, subject: 'The concert is cancelled', words: 'We are sorry.' }],
};
const draft = {
  ...ready,
  id: `mr_${'1'.repeat(26)}`,
  state: 'draft' as const,
  createdAt: '2026-05-01T12:00:00.000Z',
  count: 185,
  version: 1,
  confirmation: 'Send to 185',
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

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

async function open(role: 'organiser' | 'admin' = 'organiser') {
  await showScreen(<CancelConcert />, { session: person(role), pageTitle: 'Cancel the Concert' });
  await advance(0);
}

describe('/cancel-concert', () => {
  it('lets only an admin call the evening off, and starts nothing before it is off', async () => {
    standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: false, run: null },
      dryRunCancellation: { ...counted, concertCancelled: false },
    });
    await open();
    expect(screen.getByText('An admin has to cancel the concert.')).toBeTruthy();
    await press('Count what would go back');
    expect(screen.getByText('Both sums are equal')).toBeTruthy();
    expect(screen.queryByLabelText(/^Type REFUND/)).toBeNull();
    expect(screen.getByText('Cancel the concert first: no money goes back while it is on.')).toBeTruthy();
  });

  it('B3-11 starts only when the words were typed, letter for letter', async () => {
    const site = standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: null },
      dryRunCancellation: counted,
      startCancellationRun: run(),
      listCancellationRows: { items: [] },
    });
    await open();
    await press('Count what would go back');
    expect(screen.getAllByText('$1,250.00').length).toBe(2);
    const field = screen.getByLabelText('Type REFUND 12 PAYMENTS to confirm');
    fireEvent.change(field, { target: { value: 'refund 12 payments' } });
    await press('Send $1,250.00 back');
    expect(screen.getByText('Please type REFUND 12 PAYMENTS, letter for letter.')).toBeTruthy();
    expect(site.to('startCancellationRun')).toEqual([]);
    fireEvent.change(field, { target: { value: 'REFUND 12 PAYMENTS' } });
    await press('Send $1,250.00 back');
    expect(site.to('startCancellationRun')).toMatchObject([{ body: { confirmation: 'REFUND 12 PAYMENTS' } }]);
    expect(screen.getByRole('progressbar', { name: 'Refunds settled' }).getAttribute('aria-valuetext')).toBe('0 / 12');
  });

  it('B2-36 B2-57 says how many are on the list for the next date, once the concert is cancelled, and leads to the message for everyone, or to the one that went', async () => {
    const standing = { showCancellation: { concertCancelled: false, run: null } };
    const before = standInForSite(routes, { ...nextDate, ...standing });
    await open();
    expect(before.to('countAudience')).toEqual([]);
    cleanup();
    const site = standInForSite(routes, { ...nextDate, showCancellation: { concertCancelled: true, run: null } });
    await open();
    expect(screen.getByText('80 people are on the list for the next date.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Tell everyone' }).getAttribute('href')).toBe('/desk?part=runs&new=cancellation');
    expect(site.to('countAudience').map(({ body }) => body)).toEqual([{ purpose: 'next-date', audience: { nextDate: true } }]);
    cleanup();
    site.answer({ listMessageRuns: { items: [{ ...draft, state: 'sent' }] } });
    await open();
    expect(screen.getByText('A message about it went to 185 people.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Look at the message' }).getAttribute('href')).toBe(`/desk?part=runs&run=${draft.id}`);
  });

  it.each([
    ['began', { ...draft, state: 'running' as const }, 'The message goes to 185 people now'],
    ['had begun, and the answer was lost', refusal('notify.message_run_started'), 'The message goes to 185 people now'],
    ['was refused', refusal('request.approval_refused'), 'Nobody has been told yet'],
  ])('B5-157 cancels and tells everybody in one act, and says what became of a message that %s', async (_, start, said) => {
    const site = standInForSite(routes, {
      showCancellation: { concertCancelled: false, run: null },
      listReadyMadeRuns: { items: [ready] },
      countAudience: { count: 185, readers: [], people: [] },
      changeConcertState: { state: 'cancelled', stateReason: 'Storm' },
      createMessageRun: draft,
      startMessageRun: start,
    });
    await open('admin');
    await press('Cancel the concert …');
    const dialog = screen.getByRole('dialog', { name: 'Cancel the concert?' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('and tell 185 people now').checked).toBe(true);
    fireEvent.change(within(dialog).getByLabelText('Reason, as visitors read it'), { target: { value: 'Storm' } });
    await press('Cancel the concert', dialog);
    expect(site.to('changeConcertState')).toHaveLength(1);
    expect(site.to('createMessageRun').map(({ body }) => body)).toEqual([ready]);
    expect(site.to('startMessageRun').map(({ params, body }) => [params.runId, body])).toEqual([
      [draft.id, { version: 1, confirmation: 'Send to 185' }],
    ]);
    expect(screen.getByText(said)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Look at the message' }).getAttribute('href')).toBe(`/desk?part=runs&run=${draft.id}`);
  });

  it('B5-157 tells nobody where that is not wanted, nor of a concert that was not cancelled', async () => {
    const site = standInForSite(routes, {
      showCancellation: { concertCancelled: false, run: null },
      listReadyMadeRuns: { items: [ready] },
      countAudience: { count: 185, readers: [], people: [] },
      changeConcertState: [refusal('booking.settings_changed'), { state: 'cancelled', stateReason: 'Storm' }],
    });
    await open('admin');
    await press('Cancel the concert …');
    const dialog = screen.getByRole('dialog', { name: 'Cancel the concert?' });
    fireEvent.change(within(dialog).getByLabelText('Reason, as visitors read it'), { target: { value: 'Storm' } });
    await press('Cancel the concert', dialog);
    expect(site.to('createMessageRun')).toEqual([]);
    fireEvent.click(within(dialog).getByLabelText('and tell 185 people now'));
    await press('Cancel the concert', dialog);
    expect([site.to('changeConcertState').length, site.to('createMessageRun').length]).toEqual([2, 0]);
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
    await press('Count what would go back');
    for (const text of [
      'The two sums differ',
      'Only at the provider',
      '$50.00',
      /^Apart from that, 1 payment is disputed: a bank has taken \$50.00/,
      /^Apart from that, \$75.00 of 2 payments were lost to disputes/,
      'Apart from that, $25.00 of 1 payment was given to the welfare work and stays with us.',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByLabelText('Why do the sums differ?')).toBeTruthy();
  });

  it('B3-11 shows progress, pauses and goes on, and follows by itself', async () => {
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
    expect(
      screen.getByText('$500.00 of $1,250.00 has gone back to its cards. The buyers of 9 of 12 payments have been mailed.'),
    ).toBeTruthy();
    await press('Pause');
    expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
    const asked = site.calls.length;
    await advance(60_000);
    expect(site.calls.length).toBe(asked);
  });

  it.each([
    ['Needs somebody', { settled: 11, failed: 1 }],
    ['Needs somebody', { settled: 10, 'refund sent': 1, 'needs a choice': 1 }],
    ['At the banks', { settled: 11, 'refund sent': 1 }],
    ['Finished', { settled: 12 }],
  ])('says of a run that is over how it stands: %s', async (badge, rows) => {
    standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: run({ state: 'finished', rows: { ...none, ...rows } }) },
      listCancellationRows: { items: [] },
    });
    await open();
    expect(['Needs somebody', 'At the banks', 'Finished'].filter((text) => screen.queryByText(text))).toEqual([badge]);
  });

  it('asks for a new count after a run, and whenever what was counted has changed', async () => {
    const over = run({ state: 'finished', rows: { ...none, settled: 12 } });
    const site = standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: over },
      listCancellationRows: { items: [] },
      dryRunCancellation: counted,
    });
    await open();
    expect(screen.getByText('This run is over. Count the money again to see whether any is left to send.')).toBeTruthy();
    await press('Count what would go back');
    expect(screen.getByLabelText('Type REFUND 12 PAYMENTS to confirm')).toBeTruthy();
    // A bank refuses one of the refunds days later.
    site.answer({ showCancellation: { concertCancelled: true, run: { ...over, rows: { ...none, settled: 11, failed: 1 } } } });
    await advance(2_600);
    expect(screen.queryByLabelText(/^Type REFUND/)).toBeNull();
    site.answer({ dryRunCancellation: { ...counted, count: 0, total: dollars(0), provider: { count: 0, total: dollars(0) } } });
    await press('Count what would go back');
    expect(screen.getByText('There is no money to send back.')).toBeTruthy();
  });

  it('offers a choice where a row is stuck', async () => {
    const site = standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: run({ state: 'finished', rows: { ...none, settled: 11, failed: 1 } }) },
      listCancellationRows: { items: [row()] },
      chooseCancellationRow: row({ state: 'settled' }),
    });
    await open();
    expect(screen.getByText('1 row needs somebody')).toBeTruthy();
    const line = screen.getByRole('row', { name: /Anna/ });
    expect(within(line).getByText('The bank declined it')).toBeTruthy();
    site.answer({
      showCancellation: { concertCancelled: true, run: run({ state: 'finished', rows: { ...none, settled: 12 } }) },
      listCancellationRows: { items: [row({ state: 'settled' })] },
    });
    await press('Anna got the money in another way');
    expect(site.to('chooseCancellationRow').at(-1)?.body).toEqual({ choice: 'settled otherwise' });
    expect(within(screen.getByRole('row', { name: /Anna/ })).getByText('Settled')).toBeTruthy();
    // The figures are read again at once, and with them whichever rows are shown by then.
    expect(screen.queryByText('1 row needs somebody')).toBeNull();
    expect(site.calls.slice(-2).map(({ route }) => route)).toEqual(['showCancellation', 'listCancellationRows']);
  });

  it('B3-11 says that a choice was refused, and of whom, whichever rows are shown by then', async () => {
    const site = standInForSite(routes, {
      ...nextDate,
      showCancellation: { concertCancelled: true, run: run({ state: 'finished', rows: { ...none, settled: 11, failed: 1 } }) },
      listCancellationRows: ({ query }) => ({ items: query?.state === 'settled' ? [] : [row()] }),
      chooseCancellationRow: refusal('payment.row_not_waiting'),
    });
    await open();
    await press('Anna got the money in another way');
    expect(site.to('chooseCancellationRow')).toHaveLength(1);
    fireEvent.click(screen.getByRole('radio', { name: 'Settled 11' }));
    await advance(0);
    expect(screen.queryByRole('row', { name: /Anna/ })).toBeNull();
    const notice = screen.getByRole('alert');
    expect(notice.textContent).toContain('The choice for Anna was not confirmed');
    expect(notice.textContent).toContain('Nothing has to be decided for this row.');
  });
});
