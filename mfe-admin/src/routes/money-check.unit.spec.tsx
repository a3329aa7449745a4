import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { moneyCheckRoutes, type MoneyCheckResult, type MoneyTask } from '@concert/contracts/payment/money-check';
import { advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import MoneyCheck from './money-check.tsx';

const BOOKING = 'bk_00000000000000000000000000';
const side = { heldMinor: 12_500, count: 3 };
const result: MoneyCheckResult = {
  at: '2026-05-01T02:00:00.000Z',
  startedBy: 'schedule',
  bookings: side,
  ledger: side,
  provider: side,
  leavingMinor: 0,
  givenMinor: 0,
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

const routes = { ...moneyCheckRoutes, listDisputes: timelineRoutes.listDisputes };
let site: Site<typeof routes>;

beforeEach(() => {
  site = standInForSite(routes, {
    showMoneyCheck: { proof: result, check: null },
    listMoneyTasks: { items: [] },
    listDisputes: { disputes: [] },
  });
  jest.useFakeTimers();
});

async function open() {
  await showScreen(<MoneyCheck />, { session: person('organiser'), pageTitle: 'Money Check' });
  await advance(0);
}

describe('/money-check', () => {
  it('B3-506 shows the three sums side by side, and that they are equal', async () => {
    await open();
    for (const term of ['Bookings', 'Our record', 'Payment provider'])
      expect(screen.getByText(term).nextElementSibling?.textContent).toContain('$125.00');
    expect(screen.getByText('All three sums are equal')).toBeTruthy();
    expect(screen.getByText('No differences.')).toBeTruthy();
  });

  it('B6-547 begins with each open dispute: its reason, the last day to answer and the way to its booking', async () => {
    const dispute = { bookingId: BOOKING, name: 'Meera Raghavan', amount: { amountMinor: 5_000, currency: 'USD' as const } };
    site.answer({
      listDisputes: {
        disputes: [
          { ...dispute, reason: 'duplicate', answerBy: '2026-12-02T04:59:59.000Z' },
          { ...dispute, bookingId: 'bk_00000000000000000000000002' },
        ],
      },
    });
    await open();
    const [, ...rows] = within(screen.getByRole('table', { name: 'Disputes' })).getAllByRole('row');
    expect(rows.map(({ children }) => [...children].map((cell) => cell.textContent))).toEqual([
      ['Meera Raghavan', '$50.00', expect.stringMatching(/paid twice for the same$/), 'Wednesday, December 2, 2026, 4:59 AM UTC'],
      ['Meera Raghavan', '$50.00', '', 'Cannot be answered'],
    ]);
    expect(screen.getAllByRole('link', { name: 'Meera Raghavan' })[0]!.getAttribute('href')).toBe(
      `/get-bookings-report?booking=${BOOKING}`,
    );
  });

  it('B2-618 says how much of it was given to the welfare work', async () => {
    site.answer({ showMoneyCheck: { proof: { ...result, givenMinor: 2_500 }, check: null } });
    await open();
    expect(screen.getByText(/^\$25.00 of it was given to the welfare work\. Checked automatically/)).toBeTruthy();
  });

  it('checks on demand, and says why it could not', async () => {
    site.answer({ checkMoney: [refusal('payment.provider_unavailable'), { proof: result, check: null }] });
    await open();
    await press('Check the money now');
    expect(screen.getByText('The money was not checked')).toBeTruthy();
    await press('Check the money now');
    expect(screen.queryByText('The money was not checked')).toBeNull();
  });

  it('shows how far a check has come, whoever began it, and its result by itself', async () => {
    const underWay = { state: 'waiting', startedBy: 'organiser', since: '2026-05-01T02:10:00.000Z', payments: 0 } as const;
    site.answer({
      checkMoney: { proof: result, check: underWay },
      showMoneyCheck: [
        { proof: result, check: null },
        { proof: result, check: { ...underWay, state: 'running', step: 'payments', payments: 1_200 } },
        { proof: { ...result, at: '2026-05-01T02:11:00.000Z', startedBy: 'organiser' }, check: null },
      ],
    });
    await open();
    await press('Check the money now');
    expect(screen.getByText('A check begins in a moment')).toBeTruthy();
    await advance(1_000);
    expect(screen.getByText('Reading every payment at the payment provider')).toBeTruthy();
    expect(screen.getByText(/1200 payments read so far/)).toBeTruthy();
    await advance(1_000);
    expect(screen.queryByText(/read so far/)).toBeNull();
    expect(screen.getByText(/Checked by an organiser/)).toBeTruthy();
    await advance(60_000);
    expect(site.to('showMoneyCheck')).toHaveLength(3);
    expect(site.to('checkMoney')).toHaveLength(1);
  });

  it('lists what differs and closes it with a note only', async () => {
    site.answer({
      showMoneyCheck: { proof: { ...result, open: 1, bookings: { heldMinor: 7_500, count: 2 } }, check: null },
      listMoneyTasks: [{ items: [task] }, { items: [] }],
      resolveMoneyTask: { ...task, state: 'resolved' },
    });
    await open();
    expect(screen.getByText('1 difference needs a person')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'A payment without a booking' })).toBeTruthy();
    expect(screen.getByText('Status').nextElementSibling?.textContent).toBe('Expired');
    await press('Close this difference');
    expect(screen.getByText('Please explain it')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Explanation'), { target: { value: 'Paid out by hand' } });
    await press('Close this difference');
    expect(site.to('listMoneyTasks')[0]?.query).toEqual({ state: 'open', limit: '100' });
    expect(site.to('resolveMoneyTask')).toMatchObject([{ params: { bookingId: BOOKING }, body: { note: 'Paid out by hand' } }]);
    expect(screen.getByText('No differences.')).toBeTruthy();
  });

  it('says that it has never been checked, or that it cannot be read', async () => {
    site.answer({ showMoneyCheck: { proof: null, check: null } });
    await open();
    expect(screen.getByText('The money has not been checked yet.')).toBeTruthy();
    cleanup();
    site.answer({ showMoneyCheck: 'unreachable' });
    await open();
    expect(screen.getByText('The money check could not be loaded')).toBeTruthy();
  });
});
