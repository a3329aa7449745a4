import { randomUUID } from 'node:crypto';
import { CLOCKS_APART_MS } from '@concert/contracts/core/durations';
import type { Connection } from 'mongoose';
import type { HeldLease } from '../process/context.ts';
import { isDuplicateKey } from '../process/errors.ts';
import { leasesCollection } from './lease.schema.ts';

/** After this long without a sign of life from its holder, in milliseconds, another process takes over. */
export const LEASE_MS = 10_000;

/** Whether a lease is over that lasts so long at most. */
const isOver = (longestMs: number) => ({
  $or: [{ $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] }, { $gt: ['$until', { $add: ['$$NOW', longestMs + CLOCKS_APART_MS] }] }],
});

/** Another process has held the lease since this one got it: what this one does now must not be stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Lets one of several processes do a piece of work at a time. Time is the database's own (`$$NOW`), so the machines' clocks do not matter.
 * A holder that froze past its lease still believes in it when it wakes up: transactions of the work check again before they commit ({@link
 * HeldLease.confirm}), and everything else in the work must be harmless when done twice.
 */
export class Leases {
  private readonly holder = randomUUID();

  constructor(private readonly connection: Connection) {}

  /** Takes or renews a lease. @returns false while another process holds it */
  async take(name: string, milliseconds: number): Promise<boolean> {
    return (await this.acquire(name, milliseconds, milliseconds)) !== undefined;
  }

  /**
   * Does `work` under a lease that is renewed as long as the work runs.
   * @param keepMs how long this process keeps the lease after the work; when left out, others can have it at once
   * @returns whether the work was done; it is not while another process holds the lease
   */
  async hold(name: string, milliseconds: number, work: (lease: HeldLease) => Promise<void>, keepMs = 0): Promise<boolean> {
    const term = await this.acquire(name, milliseconds, Math.max(milliseconds, keepMs));
    if (term === undefined) return false;
    const confirm = async () => {
      if (!(await this.extend(name, term, milliseconds))) throw new LeaseLostError(`the lease ${name} went to another process`);
    };
    const renewal = setInterval(() => void this.extend(name, term, milliseconds).catch(() => undefined), milliseconds / 3);
    renewal.unref();
    try {
      await work({ confirm });
    } finally {
      clearInterval(renewal);
      await this.extend(name, term, keepMs).catch(() => false);
    }
    return true;
  }

  /** Lets the lease of one term end in so many milliseconds. @returns false when another term has begun */
  private async extend(name: string, term: number, milliseconds: number): Promise<boolean> {
    const rows = leasesCollection.driver(this.connection);
    const { matchedCount } = await rows.updateOne({ _id: name, holder: this.holder, term }, [
      { $set: { until: { $add: ['$$NOW', milliseconds] } } },
    ]);
    return matchedCount === 1;
  }

  /**
   * @param longestMs how long anybody holds it: one that lasts longer was taken while the database's clock was wrong
   * @returns the term, undefined while another process holds the lease
   */
  private async acquire(name: string, milliseconds: number, longestMs: number): Promise<number | undefined> {
    try {
      // An upsert cannot have $expr in its filter, so the condition is part of the update, which changes nothing while another process
      // holds the lease.
      const free = { $or: [{ $eq: ['$holder', this.holder] }, isOver(longestMs)] };
      const row = await leasesCollection.driver(this.connection).findOneAndUpdate(
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
      return row?.holder === this.holder ? row.term : undefined;
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /** Gives a lease back, so that no other process has to wait for its end. */
  async release(name: string): Promise<void> {
    await leasesCollection.driver(this.connection).updateOne({ _id: name, holder: this.holder }, [{ $set: { until: '$$NOW' } }]);
  }
}
