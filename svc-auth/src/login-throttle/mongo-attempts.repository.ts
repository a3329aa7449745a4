import { isDuplicateKey } from '@concert/service-kit/errors';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type Connection } from '@concert/service-kit/mongo';
import type { Attempts } from './throttle-policy.ts';
import type { AttemptsRepository } from './attempts.repository.ts';

const ATTEMPTS_COLLECTION = 'sign-in-attempts';
const PLACES_COLLECTION = 'sign-in-places';

export const attemptIndexes: readonly IndexSpec[] = [
  {
    collection: ATTEMPTS_COLLECTION,
    name: 'ttl_forget',
    key: { forgetAt: 1 },
    options: { expireAfterSeconds: 0 },
    serves: 'attempts are forgotten; they count for nothing before that',
  },
  {
    collection: PLACES_COLLECTION,
    name: 'ttl_forget',
    key: { forgetAt: 1 },
    options: { expireAfterSeconds: 0 },
    serves: 'places nobody came from for long are forgotten',
  },
];

interface AttemptsDocument extends Attempts {
  _id: string;
}

interface PlaceDocument {
  _id: string;
  forgetAt: Date;
}

export class MongoAttemptsRepository implements AttemptsRepository {
  constructor(private readonly connection: Connection) {}

  async of(key: string): Promise<Attempts | undefined> {
    const found = await this.attempts().findOne({ _id: key });
    return found ? { count: found.count, nextAt: found.nextAt, forgetAt: found.forgetAt } : undefined;
  }

  async replace(key: string, read: Attempts | undefined, next: Attempts): Promise<boolean> {
    try {
      if (!read) await this.attempts().insertOne({ _id: key, ...next });
      else
        return (await this.attempts().updateOne({ _id: key, count: read.count, nextAt: read.nextAt }, { $set: next })).matchedCount === 1;
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async add(key: string, now: Date, forgetAt: Date): Promise<void> {
    const forgotten = { $lte: [{ $ifNull: ['$forgetAt', now] }, now] };
    await this.attempts().updateOne(
      { _id: key },
      [{ $set: { count: { $cond: [forgotten, 1, { $add: ['$count', 1] }] }, nextAt: now, forgetAt } }],
      { upsert: true },
    );
  }

  async takeBack(key: string, now: Date): Promise<void> {
    await this.attempts().updateOne({ _id: key, count: { $gt: 0 } }, { $inc: { count: -1 }, $set: { nextAt: now } });
  }

  async forget(key: string): Promise<void> {
    await this.attempts().deleteOne({ _id: key });
  }

  async isKnown(key: string): Promise<boolean> {
    return (await this.places().findOne({ _id: key })) !== null;
  }

  async remember(key: string, forgetAt: Date): Promise<void> {
    await this.places().updateOne({ _id: key }, { $set: { forgetAt } }, { upsert: true });
  }

  private attempts() {
    return collectionOf<AttemptsDocument>(this.connection, ATTEMPTS_COLLECTION);
  }

  private places() {
    return collectionOf<PlaceDocument>(this.connection, PLACES_COLLECTION);
  }
}
