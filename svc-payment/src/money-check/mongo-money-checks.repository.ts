import type { BookingId } from '@concert/contracts/core/ids';
import type { MoneyCheck, MoneyCheckResult } from '@concert/contracts/payment/money-check';
import { isDuplicateKey } from '@concert/service-kit/errors';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { MoneyTask } from './money-task.ts';
import type { MoneyChecksRepository, TaskPlace } from './money-checks.repository.ts';

export const RESULTS_COLLECTION = 'money-check-results';
export const TASKS_COLLECTION = 'money-tasks';
/** Holds one document while a comparison waits, is under way or failed. */
export const CHECK_COLLECTION = 'money-check';
const THE_CHECK = 'current';
const DAY_SECONDS = 86_400;

export const moneyCheckIndexes: readonly IndexSpec[] = [
  {
    collection: RESULTS_COLLECTION,
    name: 'ttl_made',
    key: { madeAt: 1 },
    options: { expireAfterSeconds: 400 * DAY_SECONDS },
    serves: 'the latest comparison; they go after more than a year',
  },
  {
    collection: TASKS_COLLECTION,
    name: 'by_state',
    key: { state: 1, lastSeenAt: -1, _id: 1 },
    serves: 'open tasks, resolved tasks, those seen last first',
  },
];

type ResultDocument = MoneyCheckResult & { madeAt: Date };
type CheckDocument = MoneyCheck & { _id: typeof THE_CHECK };
type TaskDocument = Omit<MoneyTask, 'bookingId'> & { _id: BookingId };

function toTask({ _id, ...rest }: TaskDocument): MoneyTask {
  return { bookingId: _id, ...rest };
}

export class MongoMoneyChecksRepository implements MoneyChecksRepository {
  constructor(private readonly connection: Connection) {}

  async latest(): Promise<MoneyCheckResult | undefined> {
    const found = await collectionOf<ResultDocument>(this.connection, RESULTS_COLLECTION)
      .find({}, { projection: { _id: 0, madeAt: 0 } })
      .sort({ madeAt: -1 })
      .limit(1)
      .next();
    return found ?? undefined;
  }

  async keep(result: MoneyCheckResult): Promise<void> {
    await collectionOf<ResultDocument>(this.connection, RESULTS_COLLECTION).insertOne({ ...result, madeAt: new Date(result.at) });
  }

  async current(): Promise<MoneyCheck | undefined> {
    const found = await this.checks().findOne({ _id: THE_CHECK }, { projection: { _id: 0 } });
    return found ?? undefined;
  }

  async askForCheck(check: MoneyCheck): Promise<void> {
    try {
      await this.checks().replaceOne({ _id: THE_CHECK, state: 'failed' }, check, { upsert: true });
    } catch (error) {
      // One waits or is under way: this press joins it.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async noteCheck(check: MoneyCheck | undefined): Promise<void> {
    if (check) await this.checks().replaceOne({ _id: THE_CHECK }, check, { upsert: true });
    else await this.checks().deleteOne({ _id: THE_CHECK });
  }

  async task(bookingId: BookingId, transaction?: ClientSession): Promise<MoneyTask | undefined> {
    const found = await this.tasks().findOne({ _id: bookingId }, transaction ? { session: transaction } : {});
    return found ? toTask(found) : undefined;
  }

  async unresolved(): Promise<MoneyTask[]> {
    return (
      await this.tasks()
        .find({ state: { $in: ['settling', 'open'] } })
        .toArray()
    ).map(toTask);
  }

  async list(state: 'open' | 'resolved', after: TaskPlace | undefined, most: number): Promise<MoneyTask[]> {
    const further = after
      ? { $or: [{ lastSeenAt: { $lt: after.lastSeenAt } }, { lastSeenAt: after.lastSeenAt, _id: { $gt: after.bookingId } }] }
      : {};
    return (
      await this.tasks()
        .find({ state, ...further })
        .sort({ lastSeenAt: -1, _id: 1 })
        .limit(most)
        .toArray()
    ).map(toTask);
  }

  async write(before: MoneyTask | undefined, { bookingId, ...rest }: MoneyTask, transaction?: ClientSession): Promise<boolean> {
    const options = transaction ? { session: transaction } : {};
    if (before) return (await this.tasks().replaceOne({ _id: bookingId, version: before.version }, rest, options)).matchedCount === 1;
    try {
      await this.tasks().insertOne({ _id: bookingId, ...rest }, options);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  private checks() {
    return collectionOf<CheckDocument>(this.connection, CHECK_COLLECTION);
  }

  private tasks() {
    return collectionOf<TaskDocument>(this.connection, TASKS_COLLECTION);
  }
}
