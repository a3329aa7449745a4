import type { SaleFigures } from '@concert/contracts/booking/sale-figures';
import { token } from '@concert/service-kit/process/provide';

export const SALE_FIGURES = token<SaleFiguresSource>('SaleFiguresSource');

/** Differences in the money that nobody has explained yet. */
export interface MoneyDifferences {
  readonly open: number;
  /** When the newest of them was first seen. */
  readonly latestAt?: string | undefined;
}

/** What the neighbours know of the sale. @throws NeighbourUnavailableError */
export interface SaleFiguresSource {
  sale(): Promise<SaleFigures>;
  money(): Promise<MoneyDifferences>;
}
