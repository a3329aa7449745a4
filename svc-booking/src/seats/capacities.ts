import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import { heldTickets, type Stock, type StockNow } from './stock.ts';

export const CAPACITIES = token<Capacities>('Capacities');

/** Where the size of a category is changed. */
export interface Capacities {
  /**
   * Sets the capacity that was found fit for `before`, only if nobody took or gave back a seat since.
   * @throws StaleWriteError otherwise; the surrounding transaction starts over
   */
  resize(before: Stock, capacity: number, transaction: ClientSession): Promise<void>;
}

/** Whether a category can become this small: nobody who paid or is about to may lose a seat. */
export function fits(stock: StockNow, capacity: number): boolean {
  return capacity >= stock.sold + heldTickets(stock);
}
