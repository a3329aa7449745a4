import type { Report, ReportTotal } from '@concert/contracts/booking/reports';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { ofEach } from '@concert/contracts/core/of-each';
import { formatPrice } from '@concert/contracts/core/money';
import { formatCount } from './money.ts';
import { texts } from './texts.ts';

const words = texts.totals;

/** Whether a category's seats are sold; the others are free. */
export const isSeating = (category: string) => (SEATINGS as readonly string[]).includes(category);

/** The line below all categories. Counts of tickets and of bookings are not added to each other. */
export type Line = Omit<ReportTotal, 'category' | 'countedBy'> & {
  readonly category: string;
  readonly countedBy?: ReportTotal['countedBy'];
};

const SUMMED = ['bookings', 'tickets', 'sold', 'capacity', 'held', 'chargedMinor'] as const;

/** The sums over some categories. */
export function allOf(totals: readonly ReportTotal[]): Line {
  const sum = (field: (typeof SUMMED)[number]) => totals.reduce((all, total) => all + total[field], 0);
  return { category: words.all, count: 0, ...ofEach(SUMMED, sum) };
}

/** The seats that are sold: free tickets are a stock of their own. */
export function seatsIn({ categories }: Report) {
  const seatings = categories.filter(({ category }) => isSeating(category));
  return { ...allOf(seatings), seatings };
}

/** 'Seats: 29 of 670 · $28,990 charged': the figures in a line. */
export function figuresInWords(report: Report): string {
  const { sold, capacity } = seatsIn(report);
  return words.line(formatCount(sold), formatCount(capacity), formatPrice(allOf(report.categories).chargedMinor));
}
