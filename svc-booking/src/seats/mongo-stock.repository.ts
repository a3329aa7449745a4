import type { Seating } from '@concert/contracts/booking/seating';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { Capacities } from './capacities.ts';
import type { StockRepository } from './stock.repository.ts';
import type { Hold, Stock } from './stock.ts';

export const STOCK_COLLECTION = 'stock';

export interface StockDocument {
  _id: Seating;
  capacity: number;
  sold: number;
  holds: Hold[];
  version: number;
}

function toStock({ _id, ...rest }: StockDocument): Stock {
  return { seating: _id, ...rest };
}

interface HoldsWrite {
  readonly update: Record<string, Record<string, unknown>>;
  readonly arrayFilters?: Record<string, unknown>[];
}

/** The smallest write that turns one list of holds into the other, so that a rush does not write all others again each time. */
export function holdsWrite(before: readonly Hold[], after: readonly Hold[]): HoldsWrite {
  const kept = new Set(after);
  const gone = before.filter((hold) => !kept.has(hold));
  const known = new Set(before);
  const come = after.filter((hold) => !known.has(hold));
  const [one] = gone;
  const [other] = come;
  if (gone.length === 0 && come.length === 0) return { update: {} };
  if (gone.length === 0) return { update: { $push: { holds: { $each: come } } } };
  if (one && gone.length === 1 && come.length === 0) return { update: { $pull: { holds: { bookingId: one.bookingId } } } };
  if (one && other && gone.length === 1 && come.length === 1 && one.bookingId === other.bookingId) {
    return { update: { $set: { 'holds.$[changed]': other } }, arrayFilters: [{ 'changed.bookingId': one.bookingId }] };
  }
  return { update: { $set: { holds: [...after] } } };
}

export class MongoStockRepository implements StockRepository, Capacities {
  constructor(private readonly connection: Connection) {}

  async all(): Promise<Stock[]> {
    return (await this.collection().find().toArray()).map(toStock);
  }

  async of(seating: Seating, transaction?: ClientSession): Promise<Stock> {
    const found = await this.collection().findOne({ _id: seating }, transaction ? { session: transaction } : {});
    if (!found) throw new Error(`there is no stock of ${seating}: run the migrations`);
    return toStock(found);
  }

  async replace(before: Stock, after: Stock, transaction: ClientSession): Promise<void> {
    const { update, arrayFilters } = holdsWrite(before.holds, after.holds);
    const { matchedCount } = await this.collection().updateOne(
      { _id: before.seating, version: before.version },
      { ...update, $set: { ...update['$set'], sold: after.sold, version: after.version } },
      { session: transaction, ...(arrayFilters ? { arrayFilters } : {}) },
    );
    if (matchedCount !== 1) throw new StaleWriteError('the seats changed in between');
  }

  async resize(before: Stock, capacity: number, transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.collection().updateOne(
      { _id: before.seating, version: before.version },
      { $set: { capacity, version: before.version + 1 } },
      { session: transaction },
    );
    if (matchedCount !== 1) throw new StaleWriteError('the seats changed in between');
  }

  private collection() {
    return collectionOf<StockDocument>(this.connection, STOCK_COLLECTION);
  }
}
