import type { Seating } from '@concert/contracts/booking/seating';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { Stock, StockNow } from './stock.ts';

export const STOCK = token<StockRepository>('StockRepository');

/** Where the seats of each category are kept. */
export interface StockRepository {
  /** All categories as they are at one moment, with what of their holds has ended by `now`. */
  all(now: Date, transaction?: ClientSession): Promise<StockNow[]>;
  /** One category's counters. @throws Error when it was never seeded */
  of(seating: Seating, transaction?: ClientSession): Promise<Stock>;
  /**
   * Writes what was derived from `before`, only if nobody wrote since.
   * @throws StaleWriteError otherwise; the surrounding transaction starts over
   */
  replace(before: Stock, after: Stock, transaction: ClientSession): Promise<void>;
}
