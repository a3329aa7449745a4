import type { Report, ReportCategory, ReportStatus } from '@concert/contracts/booking/reports';

/** The holders of a category whose tickets are valid. */
export interface Holders {
  readonly category: ReportCategory;
  readonly bookings: number;
  readonly tickets: number;
  /** Money we have of them, in minor units, without gifts. */
  readonly moneyMinor: number;
}

const VALID: ReadonlySet<ReportStatus> = new Set<ReportStatus>(['paid', 'Submitted', 'Issued']);

/** Who holds valid tickets, by category; categories that nobody holds tickets of are left out. */
export function holdersOf({ cells, categories }: Pick<Report, 'cells' | 'categories'>): Holders[] {
  return categories.flatMap(({ category }) => {
    const own = cells.filter((cell) => cell.category === category && VALID.has(cell.status));
    const sum = (amount: (cell: (typeof own)[number]) => number) => own.reduce((total, cell) => total + amount(cell), 0);
    const tickets = sum((cell) => cell.tickets);
    if (tickets === 0) return [];
    const moneyMinor = sum((cell) => cell.amountMinor - cell.lostMinor - cell.returnedMinor - cell.givenMinor);
    return [{ category, bookings: sum((cell) => cell.bookings), tickets, moneyMinor }];
  });
}

/** All categories together. */
export function sumOfHolders(holders: readonly Holders[]): Omit<Holders, 'category'> {
  return holders.reduce(
    (sum, { bookings, tickets, moneyMinor }) => ({
      bookings: sum.bookings + bookings,
      tickets: sum.tickets + tickets,
      moneyMinor: sum.moneyMinor + moneyMinor,
    }),
    { bookings: 0, tickets: 0, moneyMinor: 0 },
  );
}
