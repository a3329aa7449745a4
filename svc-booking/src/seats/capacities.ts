import { heldTickets, poolsOf, type Pool, type Stock, type StockNow } from './stock.ts';

/** How many seats a category has, and how many of them are protected. */
export interface CategorySize {
  readonly capacity: number;
  readonly accessible: number;
  readonly companions: number;
}

/** The size that a category has. */
export function sizeOf(stock: Stock): CategorySize {
  const { accessible, companions } = poolsOf(stock);
  return { capacity: stock.capacity, accessible: accessible.seats, companions: companions.seats };
}

/** What forbids this size: nobody who paid, or is about to and gets no returned seat, may lose one, or an accessible one. Companions find others. */
export function resizeObstacle(
  { capacity, accessible, companions }: CategorySize,
  stock: StockNow,
): 'capacity' | 'accessible' | 'companions' | undefined {
  const pool = poolsOf(stock).accessible;
  const least = ({ sold, returning = 0 }: Stock | Pool, held: number) => sold + Math.max(0, held - returning);
  if (capacity < least(stock, heldTickets(stock))) return 'capacity';
  // An ended hold counts here until it is cleared: its buyer may be paying at this moment.
  if (accessible < least(pool, pool.held)) return 'accessible';
  return accessible + companions > capacity ? 'companions' : undefined;
}
