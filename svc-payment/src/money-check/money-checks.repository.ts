import type { BookingId } from '@concert/contracts/core/ids';
import type { MoneyCheck, MoneyCheckResult } from '@concert/contracts/payment/money-check';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { MoneyTask } from './money-task.ts';

export const MONEY_CHECKS = token<MoneyChecksRepository>('MoneyChecksRepository');

/** Keeps comparisons of money and the tasks that came of them. */
export interface MoneyChecksRepository {
  latest(): Promise<MoneyCheckResult | undefined>;
  keep(result: MoneyCheckResult): Promise<void>;
  /** The comparison that was asked for, is under way or failed. */
  current(): Promise<MoneyCheck | undefined>;
  /** Asks for a comparison, unless one waits or is under way: then that one is meant. */
  askForCheck(check: MoneyCheck): Promise<void>;
  /** Says how far the comparison under way has come; undefined once it is done. */
  noteCheck(check: MoneyCheck | undefined): Promise<void>;
  task(bookingId: BookingId, transaction?: ClientSession): Promise<MoneyTask | undefined>;
  /** Tasks that are not resolved. */
  unresolved(): Promise<MoneyTask[]>;
  /** Tasks in a state, those seen last first, after a place in that order. */
  list(state: 'open' | 'resolved', after: TaskPlace | undefined, most: number): Promise<MoneyTask[]>;
  /** Writes a task unless somebody wrote it since it was read. @returns false when somebody did */
  write(before: MoneyTask | undefined, after: MoneyTask, transaction?: ClientSession): Promise<boolean>;
}

/** Where a page of tasks ends. */
export interface TaskPlace {
  readonly lastSeenAt: Date;
  readonly bookingId: BookingId;
}
