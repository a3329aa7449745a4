import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { MoneyProof, MoneyTask } from '@concert/contracts/payment/proof';
import { SessionProvider, type Session } from '@concert/web-kit/session.tsx';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import MoneyCheck from './money-check.tsx';

const BOOKING = 'bk_00000000000000000000';
const organiser = { userId: 'us_00000000000000000000', email: 'olga@example.org', name: 'Olga', role: 'organiser' } as NonNullable<Session>;
const side = { heldMinor: 12_500, count: 3 };
const proof: MoneyProof = {
  at: '2026-05-01T02:00:00.000Z',
  startedBy: 'schedule',
  bookings: side,
  ledger: side,
  provider: side,
  leavingMinor: 0,
  settling: 0,
  open: 0,
};
const task = {
  bookingId: BOOKING,
  kind: 'unbooked',
  state: 'open',
  bookingStatus: 'expired',
  bookingMinor: 0,
  ledgerMinor: 5_000,
  providerMinor: 5_000,
  firstSeenAt: '2026-05-01T01:00:00.000Z',
  lastSeenAt: '2026-05-01T02:00:00.000Z',
} as MoneyTask;

type Answer = { readonly status?: number; readonly body?: unknown } | 'unreachable';
let answers: Record<string, Answer | Answer[]> = {};
const calls: { route: string; body: unknown }[] = [];

beforeEach(() => {
  calls.length = 0;
  answers = {
    'GET /api/money-proof': { body: { proof, check: null } },
    'GET /api/money-tasks?state=open&limit=100': { body: { items: [] } },
  };
  globalThis.fetch = ((address: string, init?: RequestInit) => {
    const route = `${init?.method ?? 'GET'} ${address}`;
    const before = calls.filter((call) => call.route === route).length;
    calls.push({ route, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    const listed = answers[route];
    const answer = Array.isArray(listed) ? listed[Math.min(before, listed.length - 1)] : listed;
    if (!answer || answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
    const status = answer.status ?? 200;
    return Promise.resolve({ ok: status < 400, status, text: () => Promise.resolve(JSON.stringify(answer.body)) } as Response);
  }) as typeof fetch;
  jest.useFakeTimers();
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const pass = () => act(() => jest.advanceTimersByTimeAsync(0));

async function open(session: Session = organiser) {
  render(
    <MemoryRouter>
      <SessionProvider session={session} concert={null} pageTitle="Money Check" refreshSession={() => Promise.resolve(null)}>
        <MoneyCheck />
      </SessionProvider>
    </MemoryRouter>,
  );
  await pass();
}

async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass();
}

describe('/money-check', () => {
  it('B3-06 shows the three sums side by side, and that they are equal', async () => {
    await open();
    for (const term of ['Bookings', 'Our record', 'Payment provider'])
      expect(screen.getByText(term).nextElementSibling?.textContent).toContain('125.00 USD');
    expect(screen.getByText('All three sums are equal')).toBeTruthy();
    expect(screen.getByText('Nothing to look at.')).toBeTruthy();
  });

  it('checks on demand, and says why it could not', async () => {
    const refused = {
      type: '',
      title: 'away',
      status: 503,
      detail: 'The payment provider cannot be read now',
      instance: '/',
      code: 'payment.provider_unavailable',
      traceId: 't',
    };
    answers['POST /api/money-proof'] = [{ status: 503, body: refused }, { body: { proof, check: null } }];
    await open();
    await press('Check the money now');
    expect(screen.getByText('The money was not checked')).toBeTruthy();
    await press('Check the money now');
    expect(screen.queryByText('The money was not checked')).toBeNull();
  });

  it('shows how far a check has come, whoever began it, and its result by itself', async () => {
    const underWay = { state: 'waiting', startedBy: 'organiser', since: '2026-05-01T02:10:00.000Z', payments: 0 } as const;
    answers['POST /api/money-proof'] = { body: { proof, check: underWay } };
    answers['GET /api/money-proof'] = [
      { body: { proof, check: null } },
      { body: { proof, check: { ...underWay, state: 'running', step: 'payments', payments: 1_200 } } },
      { body: { proof: { ...proof, at: '2026-05-01T02:11:00.000Z', startedBy: 'organiser' }, check: null } },
    ];
    await open();
    await press('Check the money now');
    expect(screen.getByText('A check begins in a moment')).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText('Reading every payment at the payment provider')).toBeTruthy();
    expect(screen.getByText(/1200 payments read so far/)).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText(/read so far/)).toBeNull();
    expect(screen.getByText(/Checked by an organiser/)).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(calls.filter(({ route }) => route === 'GET /api/money-proof')).toHaveLength(3);
    expect(calls.filter(({ route }) => route === 'POST /api/money-proof')).toHaveLength(1);
  });

  it('says whom a check could not read, and asks no more', async () => {
    answers['GET /api/money-proof'] = {
      body: { proof, check: { state: 'failed', startedBy: 'schedule', since: proof.at, payments: 3, away: 'payment provider' } },
    };
    await open();
    expect(screen.getByText(/The payment provider cannot be read now/)).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(calls.filter(({ route }) => route === 'GET /api/money-proof')).toHaveLength(1);
  });

  it('lists what differs and closes it with a note only', async () => {
    answers['GET /api/money-proof'] = { body: { proof: { ...proof, open: 1, bookings: { heldMinor: 7_500, count: 2 } }, check: null } };
    answers['GET /api/money-tasks?state=open&limit=100'] = [{ body: { items: [task] } }, { body: { items: [] } }];
    answers[`POST /api/money-tasks/${BOOKING}/resolve`] = { body: { ...task, state: 'resolved' } };
    await open();
    expect(screen.getByText('1 difference needs a person')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'There is money no booking stands for' })).toBeTruthy();
    await press('Close this difference');
    expect(screen.getByText('Say what explains it')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('What explains it'), { target: { value: 'Paid out by hand' } });
    await press('Close this difference');
    expect(calls.find(({ route }) => route.includes('/resolve'))?.body).toEqual({ note: 'Paid out by hand' });
    expect(screen.getByText('Nothing to look at.')).toBeTruthy();
  });

  it('says that it has never been checked, that it cannot be read, and asks nothing for a buyer', async () => {
    answers['GET /api/money-proof'] = { body: { proof: null, check: null } };
    await open();
    expect(screen.getByText('The money has not been checked yet.')).toBeTruthy();
    cleanup();
    answers['GET /api/money-proof'] = 'unreachable';
    await open();
    expect(screen.getByText('The money check could not be read')).toBeTruthy();
    cleanup();
    calls.length = 0;
    await open({ ...organiser, role: 'buyer' });
    expect(calls).toEqual([]);
  });
});
