import type { Report, ReportCategory, ReportStatus } from '@concert/contracts/booking/reports';

/** The holders of a category whose tickets are valid. */
export interface Holders {
  readonly category: ReportCategory;
  readonly bookings: number;
  readonly tickets: number;
}

const VALID: ReadonlySet<ReportStatus> = new Set<ReportStatus>(['paid', 'Submitted', 'Issued']);

/** Who holds valid tickets, by category; categories that nobody holds tickets of are left out. */
export function holdersOf({ cells, categories }: Pick<Report, 'cells' | 'categories'>): Holders[] {
  return categories.flatMap(({ category }) => {
    const own = cells.filter((cell) => cell.category === category && VALID.has(cell.status));
    const { bookings, tickets } = sumOfHolders(own);
    return tickets === 0 ? [] : [{ category, bookings, tickets }];
  });
}

/** All categories together. */
export function sumOfHolders(holders: readonly Omit<Holders, 'category'>[]): Omit<Holders, 'category'> {
  return holders.reduce((sum, { bookings, tickets }) => ({ bookings: sum.bookings + bookings, tickets: sum.tickets + tickets }), {
    bookings: 0,
    tickets: 0,
  });
}
