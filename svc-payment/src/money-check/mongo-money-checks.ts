import type { BookingId } from '@concert/contracts/core/ids';
import type { MoneyCheck, MoneyCheckResult, MoneyState } from '@concert/contracts/payment/money-check';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import { olderThan, type TimePosition } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { moneyCheckCollection, MONEY_CHECK_ID } from './money-check.schema.ts';
import { moneyTasksCollection, type MoneyTaskDocument } from './money-task.schema.ts';
import type { MoneyTask } from './money-task.ts';

function toTask({ _id, ...rest }: MoneyTaskDocument): MoneyTask {
  return { bookingId: _id, ...rest };
}

/** Stores comparisons of money and the tasks that follow from them. */
export class MongoMoneyChecks {
  constructor(private readonly connection: Connection) {}

  /** What the latest comparison found, and the one that was requested, is running or failed. */
  async state(): Promise<MoneyState> {
    const { proof = null, check = null } = (await moneyCheckCollection.readOne(this.connection, { _id: MONEY_CHECK_ID })) ?? {};
    return { proof, check };
  }

  /** Requests a comparison, unless one is waiting or running: then the request joins it. */
  async askForCheck(check: MoneyCheck): Promise<void> {
    try {
      await this.checks.updateOne(
        { _id: MONEY_CHECK_ID, 'check.state': { $nin: ['waiting', 'running'] } },
        { $set: { check } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Notes how far a comparison is. */
  async noteCheck(check: MoneyCheck): Promise<void> {
    await this.checks.updateOne({ _id: MONEY_CHECK_ID }, { $set: { check } }, { upsert: true });
  }

  /** Keeps what a comparison found, which is over then. */
  async keep(proof: MoneyCheckResult): Promise<void> {
    await this.checks.updateOne({ _id: MONEY_CHECK_ID }, { $set: { proof, check: null } }, { upsert: true });
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
    const further = { state, ...olderThan('lastSeenAt', after) };
    return (await moneyTasksCollection.read(this.connection, further, { sort: { lastSeenAt: -1, _id: -1 }, limit: most })).map(toTask);
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

  private get checks() {
    return moneyCheckCollection.on(this.connection);
  }

  private get tasks() {
    return moneyTasksCollection.on(this.connection);
  }
}
