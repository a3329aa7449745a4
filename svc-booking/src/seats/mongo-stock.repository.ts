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

/** The holds that were only added, so that a rush does not write all others again each time. */
function appended(before: readonly Hold[], after: readonly Hold[]): Hold[] | undefined {
  return after.length > before.length && before.every((hold, index) => after[index] === hold) ? after.slice(before.length) : undefined;
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
    const added = appended(before.holds, after.holds);
    const { matchedCount } = await this.collection().updateOne(
      { _id: before.seating, version: before.version },
      { $set: { sold: after.sold, version: after.version, ...(added ? {} : { holds: [...after.holds] }) }, ...(added ? { $push: { holds: { $each: added } } } : {}) },
      { session: transaction },
    );
    if (matchedCount !== 1) throw new StaleWriteError('the seats changed in between');
  }

  async resize(before: Stock, capacity: number, transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.collection().updateOne({ _id: before.seating, version: before.version }, { $set: { capacity, version: before.version + 1 } }, { session: transaction });
    if (matchedCount !== 1) throw new StaleWriteError('the seats changed in between');
  }

  private collection() {
    return collectionOf<StockDocument>(this.connection, STOCK_COLLECTION);
  }
}
