import type { BookingId } from '@concert/contracts/core/ids';
import type { MoneyCheck, MoneyCheckResult } from '@concert/contracts/payment/money-check';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { TimePosition } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { moneyCheckCollection, moneyCheckResultsCollection, CURRENT_CHECK_ID } from './money-check.schema.ts';
import { moneyTasksCollection, type MoneyTaskDocument } from './money-task.schema.ts';
import type { MoneyTask } from './money-task.ts';

function toTask({ _id, ...rest }: MoneyTaskDocument): MoneyTask {
  return { bookingId: _id, ...rest };
}

/** Stores comparisons of money and the tasks that follow from them. */
export class MongoMoneyChecks {
  constructor(private readonly connection: Connection) {}

  async latest(): Promise<MoneyCheckResult | undefined> {
    const found = await this.results.findOne({}, { _id: 0, madeAt: 0 }).sort({ madeAt: -1 }).lean<MoneyCheckResult>();
    return found ?? undefined;
  }

  async keep(result: MoneyCheckResult): Promise<void> {
    await this.results.create([{ ...result, madeAt: new Date(result.at) }]);
  }

  /** The comparison that was requested, is running or failed. */
  async current(): Promise<MoneyCheck | undefined> {
    const found = await this.checks.findById(CURRENT_CHECK_ID, { _id: 0 }).lean<MoneyCheck>();
    return found ?? undefined;
  }

  /** Requests a comparison, unless one is waiting or running: then the request joins it. */
  async askForCheck(check: MoneyCheck): Promise<void> {
    try {
      await this.checks.replaceOne({ _id: CURRENT_CHECK_ID, state: 'failed' }, { _id: CURRENT_CHECK_ID, ...check }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Stores the progress of the running comparison; undefined when it is done. */
  async noteCheck(check: MoneyCheck | undefined): Promise<void> {
    if (check) await this.checks.replaceOne({ _id: CURRENT_CHECK_ID }, { _id: CURRENT_CHECK_ID, ...check }, { upsert: true });
    else await this.checks.deleteOne({ _id: CURRENT_CHECK_ID });
  }

  async task(bookingId: BookingId, transaction?: ClientSession): Promise<MoneyTask | undefined> {
    const found = await moneyTasksCollection.readOne(this.connection, { _id: bookingId }, { session: transaction });
    return found ? toTask(found) : undefined;
  }

  /** Tasks that are not resolved. */
  async unresolved(): Promise<MoneyTask[]> {
    return (await moneyTasksCollection.read(this.connection, { state: { $in: ['settling', 'open'] } })).map(toTask);
  }

  /** Tasks in a state, last seen first, after a position in that order. */
  async list(state: 'open' | 'resolved', after: TimePosition<BookingId> | undefined, most: number): Promise<MoneyTask[]> {
    const further = after ? { $or: [{ lastSeenAt: { $lt: after.at } }, { lastSeenAt: after.at, _id: { $gt: after.id } }] } : {};
    return (await moneyTasksCollection.read(this.connection, { state, ...further }, { sort: { lastSeenAt: -1, _id: 1 }, limit: most })).map(
      toTask,
    );
  }

  /** Stores a task unless it was changed since it was read. @returns false when it was changed */
  async write(before: MoneyTask | undefined, { bookingId, ...rest }: MoneyTask, transaction?: ClientSession): Promise<boolean> {
    const options = transaction ? { session: transaction } : {};
    if (before)
      return (
        (await this.tasks.replaceOne({ _id: bookingId, version: before.version }, { _id: bookingId, ...rest }, options)).matchedCount === 1
      );
    try {
      await this.tasks.create([{ _id: bookingId, ...rest }], options);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  private get results() {
    return moneyCheckResultsCollection.on(this.connection);
  }

  private get checks() {
    return moneyCheckCollection.on(this.connection);
  }

  private get tasks() {
    return moneyTasksCollection.on(this.connection);
  }
}
