import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from './errors.ts';
import { collectionOf } from './mongo.ts';

export const LEASES = 'leases';

interface LeaseRow {
  _id: string;
  holder: string;
  until: Date;
  /** Grows with each new holder. */
  term: number;
}

/**
 * Lets one of several processes do a piece of work at a time. Time is the database's own (`$$NOW`), so clocks of
 * machines do not matter. A holder that froze past its lease may still believe in it: work under a lease must be
 * harmless when done twice.
 */
export class Leases {
  private readonly holder = randomUUID();
  constructor(private readonly connection: Connection) {}

  /** Takes or renews a lease. @returns false while another process holds it */
  async take(name: string, milliseconds: number): Promise<boolean> {
    try {
      // An upsert takes no $expr in its filter, so the condition stands in the update: whoever may not have it changes nothing.
      const free = { $or: [{ $eq: ['$holder', this.holder] }, { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] }] };
      const row = await collectionOf<LeaseRow>(this.connection, LEASES).findOneAndUpdate(
        { _id: name },
        [
          {
            $set: {
              term: { $cond: [{ $and: [free, { $ne: ['$holder', this.holder] }] }, { $add: [{ $ifNull: ['$term', 0] }, 1] }, '$term'] },
              holder: { $cond: [free, this.holder, '$holder'] },
              until: { $cond: [free, { $add: ['$$NOW', milliseconds] }, '$until'] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      return row?.holder === this.holder;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Gives a lease back so that another process need not wait for its end. */
  async release(name: string): Promise<void> {
    await collectionOf<LeaseRow>(this.connection, LEASES).updateOne({ _id: name, holder: this.holder }, [{ $set: { until: '$$NOW' } }]);
  }
}
