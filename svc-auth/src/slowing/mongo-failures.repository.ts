import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type Connection } from '@concert/service-kit/mongo';
import type { FailuresRepository } from './failures.repository.ts';
import { FORGET_SECONDS, type Failures } from './slowing.ts';

const FAILURES_COLLECTION = 'sign-in-failures';

export const failureIndexes: readonly IndexSpec[] = [
  { collection: FAILURES_COLLECTION, name: 'ttl_last', key: { lastAt: 1 }, options: { expireAfterSeconds: FORGET_SECONDS }, serves: 'failures are forgotten' },
];

interface FailuresDocument extends Failures {
  _id: string;
}

export class MongoFailuresRepository implements FailuresRepository {
  constructor(private readonly connection: Connection) {}

  async of(keys: readonly string[]): Promise<ReadonlyMap<string, Failures>> {
    const found = await this.collection().find({ _id: { $in: [...keys] } }).toArray();
    return new Map(found.map(({ _id, ...failures }) => [_id, failures]));
  }

  async count(keys: readonly string[], at: Date): Promise<void> {
    const forgotten = new Date(at.getTime() - FORGET_SECONDS * 1_000);
    await this.collection().bulkWrite(
      keys.map((_id) => ({
        updateOne: {
          filter: { _id },
          // What is older than the memory counts for nothing even before it is cleared away.
          update: [{ $set: { count: { $cond: [{ $lt: [{ $ifNull: ['$lastAt', new Date(0)] }, forgotten] }, 1, { $add: ['$count', 1] }] }, lastAt: at } }],
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }

  async forget(keys: readonly string[]): Promise<void> {
    await this.collection().deleteMany({ _id: { $in: [...keys] } });
  }

  private collection() {
    return collectionOf<FailuresDocument>(this.connection, FAILURES_COLLECTION);
  }
}
