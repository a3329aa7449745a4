import { expect, it } from '@jest/globals';
import { booksOf, sumOfLines, type BookCell } from './books.ts';

const cell = (over: Partial<BookCell>): BookCell => ({
  ...{ currency: 'USD', line: 'charged', isOurs: true, category: 'VIP Seating', day: '2026-05-01', amountMinor: 0, feeMinor: 0 },
  ...over,
});

it('closes: each movement and its fee stand on their lines by currency, day and category, and add up to the balance', () => {
  const cells = [
    cell({ amountMinor: 10_000, feeMinor: 320 }),
    cell({ category: 'General Seating', day: '2026-04-30', amountMinor: 5_000, feeMinor: 175 }),
    cell({ line: 'refunded', amountMinor: -2_000 }),
    cell({ line: 'lost', amountMinor: -8_000, feeMinor: 1_500 }),
    cell({ line: 'paid out', isOurs: false, category: null, amountMinor: -1_000 }),
    cell({ isOurs: false, category: null, amountMinor: 700, feeMinor: 50 }),
    cell({ line: 'provider fees', isOurs: false, category: null, amountMinor: -10 }),
    cell({ currency: 'INR', amountMinor: 830_000, feeMinor: 24_100 }),
  ];
  const [rupees, dollars, none] = booksOf(cells, [{ currency: 'USD', availableMinor: 2_000, pendingMinor: 345 }]);
  expect(none).toBeUndefined();
  expect(dollars!.lines).toEqual({
    ...{ charged: 15_000, refunded: -2_000, lost: -8_000, 'dispute fees': -1_500, 'provider fees': -505, 'paid out': -1_000, other: 650 },
  });
  expect([dollars!.differenceMinor, rupees!.currency, rupees!.differenceMinor]).toEqual([2_345 - 2_645, 'INR', -805_900]);
  expect(dollars!.days.map(({ day, lines }) => [day, sumOfLines(lines)])).toEqual([
    ['2026-04-30', 4_825],
    ['2026-05-01', -2_180],
  ]);
  expect(dollars!.categories.map(({ category, lines }) => [category, sumOfLines(lines)])).toEqual([
    ['General Seating', 4_825],
    ['VIP Seating', -1_820],
    [null, -360],
  ]);
});
