import { CLOCKS_APART_MS, DAY_MS } from '@concert/contracts/core/durations';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Connection } from '@concert/service-kit/store/mongo';
import { attemptsCollection, placesCollection, type AttemptsDocument } from './attempts.schema.ts';
import type { Attempts } from './throttle-policy.ts';

/** Whether the attempts of a row count for nothing any more: none is remembered for longer than a day. */
function forgotten(now: Date) {
  const latest = new Date(now.getTime() + DAY_MS + CLOCKS_APART_MS);
  return { $or: [{ $lte: [{ $ifNull: ['$forgetAt', now] }, now] }, { $gt: ['$forgetAt', latest] }] };
}

function countedOnce(now: Date, forgetAt: Date | object) {
  return [{ $set: { count: { $cond: [forgotten(now), 1, { $add: ['$count', 1] }] }, nextAt: now, forgetAt } }];
}

/** Counts attempts, and remembers from which places owners signed in. Keys name nobody. */
export class MongoAttempts {
  constructor(private readonly connection: Connection) {}

  async of(key: string): Promise<Attempts | undefined> {
    const found = await attemptsCollection.readOne(this.connection, { _id: key });
    return found ? { count: found.count, nextAt: found.nextAt, forgetAt: found.forgetAt } : undefined;
  }

  /** Replaces a row that is still as it was read. @returns false when another attempt came in between */
  async replace(key: string, read: Attempts | undefined, next: Attempts): Promise<boolean> {
    try {
      if (!read) await this.attempts.create({ _id: key, ...next });
      else return (await this.attempts.updateOne({ _id: key, count: read.count, nextAt: read.nextAt }, { $set: next })).matchedCount === 1;
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Counts one more, whatever the count is. `forgetAt`: when the attempts under this key are forgotten, if none comes after this one */
  async add(key: string, now: Date, forgetAt: Date): Promise<void> {
    await this.attempts.updateOne({ _id: key }, countedOnce(now, forgetAt), { upsert: true, updatePipeline: true });
  }

  /**
   * Counts one more, whatever the count is, in a window of time that the first one begins.
   * @param endsAt when the window ends, if this attempt begins it
   * @returns the count, this attempt included
   */
  async addWithin(key: string, now: Date, endsAt: Date): Promise<number> {
    const update = countedOnce(now, { $cond: [forgotten(now), endsAt, '$forgetAt'] });
    const row = await this.attempts
      .findOneAndUpdate({ _id: key }, update, { upsert: true, updatePipeline: true, returnDocument: 'after' })
      .lean<AttemptsDocument>();
    return row?.count ?? 1;
  }

  /** Takes attempts back, one unless said otherwise, because their password was right; never more than there are. */
  async takeBack(key: string, now: Date, by = 1): Promise<void> {
    const count = { $max: [0, { $subtract: ['$count', by] }] };
    await this.attempts.updateOne({ _id: key, count: { $gt: 0 } }, [{ $set: { count, nextAt: now } }], { updatePipeline: true });
  }

  async forget(key: string): Promise<void> {
    await this.attempts.deleteOne({ _id: key });
  }

  async isKnown(key: string): Promise<boolean> {
    return (await this.places.exists({ _id: key })) !== null;
  }

  async remember(key: string, forgetAt: Date): Promise<void> {
    await this.places.updateOne({ _id: key }, { $set: { forgetAt } }, { upsert: true });
  }

  private get attempts() {
    return attemptsCollection.on(this.connection);
  }

  private get places() {
    return placesCollection.on(this.connection);
  }
}
