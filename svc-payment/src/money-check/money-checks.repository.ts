import type { BookingId } from '@concert/contracts/core/ids';
import type { MoneyCheck, MoneyCheckResult } from '@concert/contracts/payment/money-check';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { MoneyTask } from './money-task.ts';

export const MONEY_CHECKS = token<MoneyChecksRepository>('MoneyChecksRepository');

/** Stores comparisons of money and the tasks that follow from them. */
export interface MoneyChecksRepository {
  latest(): Promise<MoneyCheckResult | undefined>;
  keep(result: MoneyCheckResult): Promise<void>;
  /** The comparison that was requested, is running or failed. */
  current(): Promise<MoneyCheck | undefined>;
  /** Requests a comparison, unless one is waiting or running: then the request joins it. */
  askForCheck(check: MoneyCheck): Promise<void>;
  /** Stores the progress of the running comparison; undefined when it is done. */
  noteCheck(check: MoneyCheck | undefined): Promise<void>;
  task(bookingId: BookingId, transaction?: ClientSession): Promise<MoneyTask | undefined>;
  /** Tasks that are not resolved. */
  unresolved(): Promise<MoneyTask[]>;
  /** Tasks in a state, last seen first, after a position in that order. */
  list(state: 'open' | 'resolved', after: TaskPosition | undefined, most: number): Promise<MoneyTask[]>;
  /** Stores a task unless it was changed since it was read. @returns false when it was changed */
  write(before: MoneyTask | undefined, after: MoneyTask, transaction?: ClientSession): Promise<boolean>;
}

/** The position at which a page of tasks ends. */
export interface TaskPosition {
  readonly lastSeenAt: Date;
  readonly bookingId: BookingId;
}
