import type { Seating } from '@concert/contracts/booking/seating';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/store/mongo';
import { BOOKINGS_COLLECTION } from './bookings-collection.ts';
import type { CategorySize } from './capacities.ts';
import { stockCollection, type StockDocument } from './stock.schema.ts';
import { poolsOf, type EndedHolds, type Stock, type StockNow, type Waits } from './stock.ts';

function toStock({ _id, ...rest }: StockDocument): Stock {
  return { seating: _id, ...rest };
}

interface EndedTickets extends EndedHolds {
  _id: Seating;
}

/* The index of holds has all that is read here. */
const ENDED = {
  _id: '$seating',
  ended: { $sum: '$notickets' },
  // A number is more than nothing, and a field that is absent is less.
  endedAccessible: { $sum: { $cond: [{ $gte: ['$access.companions', 0] }, 1, 0] } },
  endedCompanions: { $sum: '$access.companions' },
};

/** All categories and their ended holds, in one snapshot: that of the transaction, where there is one. */
export async function readStock(connection: Connection, now: Date, transaction?: ClientSession): Promise<StockNow[]> {
  const ended = [{ $match: { keptUntil: { $lte: now } } }, { $group: ENDED }];
  const stock = stockCollection.driver(connection);
  // MongoDB allows no `$unionWith` in a transaction. Without a transaction only a single query reads one snapshot.
  const rows: (StockDocument | EndedTickets)[] = transaction
    ? [
        ...(await stock.find({}, { session: transaction }).toArray()),
        ...(await collectionOf(connection, BOOKINGS_COLLECTION).aggregate<EndedTickets>(ended, { session: transaction }).toArray()),
      ]
    : await stock
        .aggregate<StockDocument | EndedTickets>([{ $unionWith: { coll: BOOKINGS_COLLECTION, pipeline: ended } }], {
          readConcern: { level: 'snapshot' },
        })
        .toArray();
  const sums = new Map(rows.flatMap((row) => ('ended' in row ? [[row._id, row] as const] : [])));
  return rows.flatMap((row) => ('ended' in row ? [] : [{ ...toStock(row), ...endedOf(sums.get(row._id)) }]));
}

function endedOf(row: EndedTickets | undefined): EndedHolds {
  if (!row) return { ended: 0 };
  const { _id, ...ended } = row;
  return ended;
}

/** Stores the seats of each category. */
export class MongoStock {
  constructor(private readonly connection: Connection) {}

  /** All categories in one snapshot, with the holds that have ended by `now`. */
  all(now: Date, transaction?: ClientSession): Promise<StockNow[]> {
    return readStock(this.connection, now, transaction);
  }

  /**
   * Reads one category's counters and keeps others from changing them until the transaction ends. The version is already one higher.
   * @throws the driver's write conflict, at once, while another transaction has claimed the category; Error when it was never seeded
   */
  async claim(seating: Seating, transaction: ClientSession): Promise<Stock> {
    const claimed = await this.collection().findOneAndUpdate(
      { _id: seating },
      { $inc: { version: 1 } },
      { session: transaction, returnDocument: 'after' },
    );
    if (!claimed) throw new Error(`there is no stock of ${seating}: run the migrations`);
    return toStock(claimed);
  }

  /** Stores `after` only if `before` is still stored. @throws StaleWriteError otherwise; the surrounding transaction starts over */
  replace(before: Stock, { sold, held, returning, pools, version }: Stock, transaction: ClientSession): Promise<void> {
    const returned = returning === undefined ? {} : { returning };
    return this.write(before, { sold, held, ...returned, ...(pools ? { pools } : {}), version }, transaction);
  }

  /**
   * Stores a capacity and its protected seats that were checked against `before`, only if no seat was taken or given back since.
   * @throws StaleWriteError otherwise; the surrounding transaction starts over
   */
  resize(before: Stock, wanted: CategorySize, transaction: ClientSession): Promise<void> {
    const { accessible, companions } = poolsOf(before);
    const pools = { accessible: { ...accessible, seats: wanted.accessible }, companions: { ...companions, seats: wanted.companions } };
    return this.write(before, { capacity: wanted.capacity, pools, version: before.version + 1 }, transaction);
  }

  /** Adds seats to a category. Whoever waits for them comes first, as with any that become free. */
  async grow(seating: Seating, seats: number, transaction: ClientSession): Promise<void> {
    await this.collection().updateOne({ _id: seating }, { $inc: { capacity: seats, version: 1 } }, { session: transaction });
  }

  /** Notes that someone waits for so many seats of these categories. Whoever decides about their seats at this moment decides anew. */
  async lowerWaits(seatings: readonly Seating[], field: keyof Waits, seats: number, transaction: ClientSession): Promise<void> {
    const lowered = { $min: { [field]: seats }, $inc: { version: 1 } };
    await this.collection().updateMany({ _id: { $in: [...seatings] } }, lowered, { session: transaction });
  }

  /** Stores the smallest numbers that someone waits for, once the category is claimed. */
  async setWaits(seating: Seating, { waitsFor, waitsForAccessible }: Waits, transaction: ClientSession): Promise<void> {
    const set = { waitsFor: waitsFor ?? '$$REMOVE', waitsForAccessible: waitsForAccessible ?? '$$REMOVE' };
    await this.collection().updateOne({ _id: seating }, [{ $set: set }], { session: transaction });
  }

  private async write(before: Stock, change: Partial<StockDocument>, transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.collection().updateOne(
      { _id: before.seating, version: before.version },
      { $set: change },
      { session: transaction },
    );
    if (matchedCount !== 1) throw new StaleWriteError('the seats changed in between');
  }

  private collection() {
    return stockCollection.driver(this.connection);
  }
}
