import { isToCome } from '@concert/contracts/core/durations';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Connection } from '@concert/service-kit/store/mongo';
import { allowancesCollection } from './allowance.schema.ts';

/** So many at once, and one more each time one has grown back. */
export interface Allowance {
  readonly burst: number;
  readonly everyMs: number;
}

/** An allowance that is used up. */
export interface UsedUp {
  readonly waitMs: number;
  /** When the last one was taken. */
  readonly lastAt: Date;
}

/** Allowances that grow back steadily (generic cell rate algorithm): no clock hour gives everything back at once, and every wait is the true one. */
export class MongoAllowances {
  constructor(private readonly connection: Connection) {}

  /** Takes one. @returns undefined when it was taken */
  async take(key: string, allowance: Allowance, now: Date): Promise<UsedUp | undefined> {
    const latest = latestOf(allowance, now);
    for (;;) {
      try {
        await this.allowances.updateOne({ _id: key, fullAt: { $lte: latest } }, taken(allowance, now), {
          upsert: true,
          updatePipeline: true,
        });
        return undefined;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const row = await allowancesCollection.readOne(this.connection, { _id: key });
        if (row && isToCome(row.fullAt, allowance.everyMs, latest))
          return { waitMs: row.fullAt.getTime() - latest.getTime(), lastAt: row.lastAt };
        // It was written while a clock was wrong; otherwise somebody else took the first one at this moment.
        if (row && row.fullAt > latest) await this.forget(key);
      }
    }
  }

  /** Takes one more where one was taken before that has not grown back. @returns whether it was taken */
  async takeMore(key: string, allowance: Allowance, now: Date): Promise<boolean> {
    const fullAt = { $gt: now, $lte: latestOf(allowance, now) };
    return (await this.allowances.updateOne({ _id: key, fullAt }, taken(allowance, now), { updatePipeline: true })).matchedCount === 1;
  }

  /** Gives one back of each. */
  async giveBack(keys: readonly string[]): Promise<void> {
    await this.allowances.updateMany({ _id: { $in: [...keys] } }, [{ $set: { fullAt: { $subtract: ['$fullAt', '$everyMs'] } } }], {
      updatePipeline: true,
    });
  }

  async forget(key: string): Promise<void> {
    await this.allowances.deleteOne({ _id: key });
  }

  private get allowances() {
    return allowancesCollection.on(this.connection);
  }
}

/** The latest time to be whole again that leaves one to take. */
function latestOf({ burst, everyMs }: Allowance, now: Date): Date {
  return new Date(now.getTime() + (burst - 1) * everyMs);
}

function taken({ everyMs }: Allowance, now: Date) {
  return [{ $set: { fullAt: { $add: [{ $max: ['$fullAt', now] }, everyMs] }, everyMs, lastAt: now } }];
}
