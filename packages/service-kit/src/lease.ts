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
      const row = await collectionOf<LeaseRow>(this.connection, LEASES).findOneAndUpdate(
        { _id: name, $or: [{ holder: this.holder }, { $expr: { $lt: ['$until', '$$NOW'] } }] },
        [
          {
            $set: {
              term: { $cond: [{ $eq: ['$holder', this.holder] }, '$term', { $add: [{ $ifNull: ['$term', 0] }, 1] }] },
              holder: this.holder,
              until: { $add: ['$$NOW', milliseconds] },
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
