import type { ClientSession, Connection } from 'mongoose';
import type { Clock } from './clock.ts';
import { isDuplicateKey } from './errors.ts';
import { StaleWriteError } from './mongo.ts';
import { windowCountsCollection, type WindowCountDocument } from './window-counts.schema.ts';

/** A count in the window of time that is under way. */
export interface WindowCount {
  readonly count: number;
  /** When the window ends and counting begins anew. */
  readonly endsAt: Date;
  /** Milliseconds until then. */
  readonly leftMs: number;
}

/** Counts in fixed windows of time (fixed window counter), the base of every budget of mails. */
export class WindowCounts {
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts one more under a key.
   * @param windowMs length of the windows, which begin at multiples of it
   * @param transaction where given, only what is committed with it counts
   */
  async add(key: string, windowMs: number, transaction?: ClientSession): Promise<WindowCount> {
    const now = this.clock.now().getTime();
    const window = Math.floor(now / windowMs);
    const endsAt = new Date((window + 1) * windowMs);
    const options = { upsert: true, returnDocument: 'after', ...(transaction && { session: transaction }) } as const;
    const addOne = () =>
      windowCountsCollection
        .on(this.connection)
        .findOneAndUpdate({ _id: `${key} ${window}` }, { $inc: { count: 1 }, $setOnInsert: { forgetAt: endsAt } }, options)
        .lean<WindowCountDocument>();
    const row = await addOne().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      // Two callers inserted the row at the same moment. A transaction cannot go on after that and starts over.
      if (transaction) throw new StaleWriteError('another caller counted first');
      return addOne();
    });
    return { count: row?.count ?? 1, endsAt, leftMs: endsAt.getTime() - now };
  }
}
