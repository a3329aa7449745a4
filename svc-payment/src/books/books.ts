import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { ofEach } from '@concert/contracts/core/of-each';
import { BOOK_LINES, type AccountBook, type BookLine, type BookLines } from '@concert/contracts/payment/books';
import type { MovementLine, ProviderBalance } from '../provider/payment-provider.ts';

/** Movements of one day that are alike, added up. */
export interface BookCell {
  readonly currency: string;
  readonly line: MovementLine;
  /** Whether they are about payments of bookings here. */
  readonly isOurs: boolean;
  readonly category: Seating | null;
  /** By the clock of the zone that was asked for. */
  readonly day: string;
  readonly amountMinor: number;
  readonly feeMinor: number;
}

/** Lines of payments: where the payment is of another shop, its money is `other`, with its fees. */
const OF_PAYMENTS: readonly MovementLine[] = ['charged', 'refunded', 'lost'];

function partsOf({ line, isOurs, amountMinor, feeMinor }: BookCell): readonly (readonly [BookLine, number])[] {
  if (line === 'other' || (OF_PAYMENTS.includes(line) && !isOurs)) return [['other', amountMinor - feeMinor]];
  return [
    [line, amountMinor],
    [line === 'lost' ? 'dispute fees' : 'provider fees', -feeMinor],
  ];
}

function linesOf(cells: readonly BookCell[]): BookLines {
  const lines = ofEach(BOOK_LINES, () => 0);
  for (const cell of cells) for (const [line, minor] of partsOf(cell)) lines[line] += minor;
  return lines;
}

/** What the lines add up to. */
export function sumOfLines(lines: BookLines): number {
  return BOOK_LINES.reduce((sum, line) => sum + lines[line], 0);
}

/** The books of an account: one for each currency that it has, or has had, and none that adds two. */
export function booksOf(cells: readonly BookCell[], balance: readonly ProviderBalance[]): AccountBook[] {
  const byCurrency = Map.groupBy(cells, ({ currency }) => currency);
  const currencies = new Set([...balance.map(({ currency }) => currency), ...byCurrency.keys()]);
  return [...currencies].sort().map((currency) => {
    const own = byCurrency.get(currency) ?? [];
    const { availableMinor = 0, pendingMinor = 0 } = balance.find((row) => row.currency === currency) ?? {};
    const lines = linesOf(own);
    const days = [...Map.groupBy(own, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
    const categories = Map.groupBy(own, ({ isOurs, category }) => (isOurs ? category : null));
    return {
      currency,
      lines,
      days: days.map(([day, some]) => ({ day, lines: linesOf(some) })),
      categories: [...SEATINGS, null].flatMap((category) => {
        const some = categories.get(category);
        return some ? [{ category, lines: linesOf(some) }] : [];
      }),
      balance: { availableMinor, pendingMinor },
      differenceMinor: availableMinor + pendingMinor - sumOfLines(lines),
    };
  });
}
