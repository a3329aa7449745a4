import type { Seating } from '@concert/contracts/booking/seating';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Stock, StockNow } from './stock.ts';

export const STOCK = token<StockRepository>('StockRepository');

/** Stores the seats of each category. */
export interface StockRepository {
  /** All categories in one snapshot, with the holds that have ended by `now`. */
  all(now: Date, transaction?: ClientSession): Promise<StockNow[]>;
  /**
   * Reads one category's counters and keeps others from changing them until the transaction ends. The version is already one higher.
   * @throws the driver's write conflict, at once, while another transaction has claimed the category; Error when it was never seeded
   */
  claim(seating: Seating, transaction: ClientSession): Promise<Stock>;
  /**
   * Stores `after` only if the stored document is still `before`.
   * @throws StaleWriteError otherwise; the surrounding transaction starts over
   */
  replace(before: Stock, after: Stock, transaction: ClientSession): Promise<void>;
}
