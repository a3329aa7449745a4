import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { booksRoutes, type AccountBook } from '@concert/contracts/payment/books';
import { moneyCheckRoutes, type MoneyCheckResult, type MoneyTask } from '@concert/contracts/payment/money-check';
import { advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { rawAnswer, refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { books, linesOf } from '../testing/books.ts';
import Money from './money.tsx';

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

const account: AccountBook = {
  currency: 'USD',
  lines: linesOf({ charged: 100_000, refunded: -5_000, 'provider fees': -3_000, 'paid out': -60_000 }),
  days: [
    { day: '2026-04-20', lines: linesOf({ charged: 15_000 }) },
    { day: '2026-05-01', lines: linesOf({ charged: 85_000, refunded: -5_000, 'provider fees': -3_000, 'paid out': -60_000 }) },
  ],
  categories: [
    { category: 'General Seating', lines: linesOf({ charged: 100_000, refunded: -5_000, 'provider fees': -3_000 }) },
    { category: null, lines: linesOf({ 'paid out': -60_000 }) },
  ],
  balance: { availableMinor: 22_000, pendingMinor: 10_000 },
  differenceMinor: 0,
};
const read = books({
  at: '2026-05-01T02:00:00.000Z',
  accounts: [account],
  sold: { chargedMinor: 100_000, refundedMinor: 5_000, lostMinor: 2_500, givenMinor: 1_234 },
});

const routes = { ...moneyCheckRoutes, ...booksRoutes, listDisputes: timelineRoutes.listDisputes };
let site: Site<typeof routes>;

beforeEach(() => {
  site = standInForSite(routes, {
    showBooks: read,
    showMoneyCheck: { proof: result, check: null },
    listMoneyTasks: { items: [] },
    listDisputes: { disputes: [] },
  });
  jest.useFakeTimers();
});

async function open() {
  await showScreen(<Money />, { session: person('organiser'), pageTitle: 'Money' });
  await advance(0);
}

/** What a table says, row by row. */
const cellsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map(({ children }) => [...children].map((cell) => cell.textContent));

describe('the books on /money', () => {
  it('B6-640 close with the balance at the provider, by line and category, and name a difference', async () => {
    await open();
    expect(cellsOf('Account in USD')).toEqual([
      ['Money', 'General', 'No category', 'All'],
      ['Charged', '$1,000.00', '', '$1,000.00'],
      ['Refunded', '-$50.00', '', '-$50.00'],
      ['Lost to banks', '', '', '$0.00'],
      ['Dispute fees', '', '', '$0.00'],
      ['Provider fees', '-$30.00', '', '-$30.00'],
      ['Paid out', '', '-$600.00', '-$600.00'],
      ['Other', '', '', '$0.00'],
      ['At the provider', '', '', '$320.00'],
    ]);
    expect(screen.getByText('Read May 1, 2:00 AM: of this, $220.00 was available and $100.00 pending.')).toBeTruthy();
    expect(site.to('showBooks')[0]?.query).toEqual({ timeZone: 'UTC' });
    cleanup();
    site.answer({ showBooks: { ...read, accounts: [{ ...account, differenceMinor: -700 }] } });
    await open();
    expect(cellsOf('Account in USD')).toContainEqual(['Difference', '', '', '-$7.00']);
    expect(screen.getByRole('link', { name: 'View the differences' }).getAttribute('href')).toBe('#differences');
  });

  it('B6-640 show each day as a bar and as a table, and every currency of the account apart', async () => {
    site.answer({ showBooks: { ...read, accounts: [account, { ...account, currency: 'JPY', days: [] }] } });
    await open();
    expect(screen.getByRole('img', { name: /^\$1,000\.00 charged from Apr 20 to May 1/ }).children).toHaveLength(2);
    expect(cellsOf('By day')).toEqual([
      ['Day', 'Charged', 'Refunded', 'Provider fees', 'Paid out'],
      ['Apr 20', '$150.00', '$0.00', '$0.00', '$0.00'],
      ['May 1', '$850.00', '-$50.00', '-$30.00', '-$600.00'],
    ]);
    expect(cellsOf('Account in JPY').at(-1)).toEqual(['At the provider', '', '', '¥32,000']);
  });

  it('B6-640 have beside them what was sold, what was lost to disputes and what was given', async () => {
    await open();
    const said = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
    expect([said('Left'), said('Of this, given to the welfare work')]).toEqual(['$925.00', '$12.34']);
  });

  it('B6-641 say of each payout what became of it, and why it failed', async () => {
    const payout = { id: 'po_1', amountMinor: 60_000, currency: 'EUR', state: 'failed', arrivesOn: '2026-05-04' } as const;
    site.answer({
      showBooks: {
        ...read,
        payouts: [
          { ...payout, failure: 'account_closed' },
          { ...payout, id: 'po_2', state: 'in_transit' },
        ],
      },
    });
    await open();
    expect(cellsOf('Payouts').slice(1)).toEqual([
      ['Mon, May 4', 'Failed: account closed', '€600.00'],
      ['Mon, May 4', 'On its way', '€600.00'],
    ]);
  });

  it('B6-642 ask of each early fraud warning whether to refund it now, with what a dispute would cost and the way there', async () => {
    const amount = { amountMinor: 5_000, currency: 'USD' as const };
    site.answer({ showBooks: { ...read, warnings: [{ bookingId: BOOKING, amount, warnedAt: '2026-05-01T01:00:00.000Z' }] } });
    await open();
    expect(cellsOf('Early fraud warnings')[1]).toEqual(['Refund $50.00 now?', '$50.00 and the provider’s dispute fee', 'May 1, 1:00 AM']);
    expect(screen.getByRole('link', { name: 'Refund $50.00 now?' }).getAttribute('href')).toBe(`/get-bookings-report?booking=${BOOKING}`);
  });

  it('say that the account has not been read, or cannot be, while the check is shown all the same', async () => {
    site.answer({ showBooks: books() });
    await open();
    expect(screen.getByText(/^The account has not been read yet/)).toBeTruthy();
    cleanup();
    site.answer({ showBooks: 'unreachable' });
    await open();
    expect(screen.getByText('The books of the account could not be loaded')).toBeTruthy();
    expect(screen.getByText('All three sums are equal')).toBeTruthy();
  });

  it('B6-640 are downloaded as concert_money.xlsx in the days of the concert, and printed', async () => {
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:money';
    HTMLAnchorElement.prototype.click = function click() {
      saved.push(this.download);
    };
    const file = { blob: () => Promise.resolve(new Blob([new Uint8Array(10)])) };
    site.answer({ exportBooks: [refusal('request.unavailable'), rawAnswer(file)] });
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    await open();
    await press('Download .xlsx');
    expect(screen.getByText('The spreadsheet could not be downloaded')).toBeTruthy();
    await press('Try again');
    expect([saved, site.to('exportBooks').at(-1)?.query]).toEqual([['concert_money.xlsx'], { timeZone: 'UTC' }]);
    await press('Print');
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('the money check on /money', () => {
  it('B3-506 shows the three sums side by side, and that they are equal', async () => {
    await open();
    for (const term of ['Bookings', 'Our record', 'Payment provider'].map((side) => `${side}, 3 bookings`))
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
    const underWay = { state: 'waiting', startedBy: 'organiser', since: '2026-05-01T02:10:00.000Z' } as const;
    site.answer({
      checkMoney: { proof: result, check: underWay },
      showMoneyCheck: [
        { proof: result, check: null },
        { proof: result, check: { ...underWay, state: 'running' } },
        { proof: { ...result, at: '2026-05-01T02:11:00.000Z', startedBy: 'organiser' }, check: null },
      ],
    });
    await open();
    await press('Check the money now');
    expect(screen.getByText('A check begins in a moment')).toBeTruthy();
    await advance(1_000);
    expect(screen.getByText('Comparing the three sides')).toBeTruthy();
    await advance(1_000);
    expect(screen.queryByText('Comparing the three sides')).toBeNull();
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
