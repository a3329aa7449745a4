import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import { heldTickets, type Stock, type StockNow } from './stock.ts';

export const CAPACITIES = token<Capacities>('Capacities');

/** Changes the capacity of a category. */
export interface Capacities {
  /**
   * Stores a capacity that was checked against `before`, only if no seat was taken or given back since.
   * @throws StaleWriteError otherwise; the surrounding transaction starts over
   */
  resize(before: Stock, capacity: number, transaction: ClientSession): Promise<void>;
}

/** Whether a category can become this small: nobody who paid or is about to pay may lose a seat. */
export function fits(stock: StockNow, capacity: number): boolean {
  return capacity >= stock.sold + heldTickets(stock);
}
