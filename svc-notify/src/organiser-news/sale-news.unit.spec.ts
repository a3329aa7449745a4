import { describe, expect, it } from '@jest/globals';
import type { SaleFigures } from '@concert/contracts/booking/sale-figures';
import { saleNews } from './sale-news.ts';

const DESK = { mailsInTrouble: 0, openMessages: 0, peopleUnreached: 0 };
const NOON = new Date('2026-11-21T18:00:00.000Z');

const sale = (changes: Partial<SaleFigures> = {}): SaleFigures => ({
  ...{ saleState: 'open', endsAt: '2027-01-16T23:00:00.000Z', timeZone: 'America/New_York' },
  ...{ chargedMinor: 0, returnedMinor: 0, openDisputes: 0 },
  categories: [
    { seating: 'General Seating', capacity: 500, sold: 0, left: 500 },
    { seating: 'VIP Seating', capacity: 30, sold: 0, left: 30 },
    { seating: 'Premium Seating', capacity: 0, sold: 0, left: 0 },
  ],
  ...changes,
});
const vip = (sold: number, capacity = 30) => sale({ categories: [{ seating: 'VIP Seating', capacity, sold, left: capacity - sold }] });
const ids = (figures: SaleFigures, at: Date = NOON, money = undefined as { open: number; latestAt?: string } | undefined) =>
  saleNews(figures, money, DESK, at).map(({ id }) => id);

describe('B6-550 organisers are told', () => {
  it('of the first seat and of a sold-out category once, and of a category with more seats once more', () => {
    expect(ids(sale())).toEqual([]);
    expect(ids(vip(1))).toEqual(['first-seat']);
    expect(ids(vip(30))).toEqual(['first-seat', 'sold-out VIP Seating 30']);
    expect(ids(vip(40, 40))).toEqual(['first-seat', 'sold-out VIP Seating 40']);
  });

  it('of nothing before the sale opens, and of the end once for each end', () => {
    const money = { open: 1, latestAt: NOON.toISOString() };
    expect(ids({ ...vip(30), saleState: 'soon' }, NOON, money)).toEqual([]);
    expect(ids({ ...vip(30), saleState: 'ended' })).toEqual(['sale-ended 2027-01-16T23:00:00.000Z']);
    expect(ids({ ...vip(30), saleState: 'cancelled' })).toEqual([]);
  });

  it('of differences in the money at most once a day, by the clocks of the venue', () => {
    const told = (latestAt: string) => ids(sale({ saleState: 'disabled' }), NOON, { open: 1, latestAt });
    expect(told('2026-11-21T04:59:00.000Z')).toEqual(['money-differs 2026-11-20']);
    expect(told('2026-11-21T05:01:00.000Z')).toEqual(['money-differs 2026-11-21']);
    expect(told('2026-11-22T04:59:00.000Z')).toEqual(['money-differs 2026-11-21']);
    expect(ids(sale(), NOON, { open: 0 })).toEqual([]);
  });

  it.each([
    ['2026-11-21T12:59:00.000Z', []],
    ['2026-11-21T13:00:00.000Z', ['morning 2026-11-21']],
    ['2026-11-21T16:59:00.000Z', ['morning 2026-11-21']],
    ['2026-11-21T17:00:00.000Z', []],
    // The clocks were put forward in that night, and put back in this one.
    ['2026-03-08T12:00:00.000Z', ['morning 2026-03-08']],
    ['2026-11-01T12:59:00.000Z', []],
    ['2026-11-01T13:00:00.000Z', ['morning 2026-11-01']],
  ])('of the sale once each morning of the venue: at %s %j', (at, found) => {
    expect(ids(sale(), new Date(at))).toEqual(found);
    expect(ids(sale({ saleState: 'disabled' }), new Date(at))).toEqual([]);
  });
});
