import type { ClientSession, Connection } from 'mongoose';
import type { Clock } from '../process/clock.ts';
import { isDuplicateKey } from '../process/errors.ts';
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
   * Counts more under a key.
   * @param windowMs length of the windows, which begin at multiples of it
   * @param transaction where given, only what is committed with it counts
   * @param by how many more, where it is not one
   */
  async add(key: string, windowMs: number, transaction?: ClientSession, by = 1): Promise<WindowCount> {
    const now = this.clock.now().getTime();
    const window = Math.floor(now / windowMs);
    const endsAt = new Date((window + 1) * windowMs);
    const options = { upsert: true, returnDocument: 'after', ...(transaction && { session: transaction }) } as const;
    const increase = () =>
      windowCountsCollection
        .on(this.connection)
        .findOneAndUpdate({ _id: `${key} ${window}` }, { $inc: { count: by }, $setOnInsert: { forgetAt: endsAt } }, options)
        .lean<WindowCountDocument>();
    const row = await increase().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      // Two callers inserted the row at the same moment. A transaction cannot go on after that and starts over.
      if (transaction) throw new StaleWriteError('another caller counted first');
      return increase();
    });
    return { count: row?.count ?? by, endsAt, leftMs: endsAt.getTime() - now };
  }
}
