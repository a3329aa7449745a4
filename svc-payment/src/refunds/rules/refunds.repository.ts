import type { BookingId, RunId } from '@concert/contracts/core/ids';
import type { CancellationRowState } from '@concert/contracts/payment/cancellation';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Refund } from './refund.ts';

export const REFUNDS = token<RefundsRepository>('RefundsRepository');

/** The number of a run's rows in each state, and how much money has arrived. */
export interface RunTally {
  readonly rows: Readonly<Partial<Record<CancellationRowState, number>>>;
  readonly settledMinor: number;
  readonly told: number;
}

/** Stores refunds. */
export interface RefundsRepository {
  byId(id: string, transaction?: ClientSession): Promise<Refund | undefined>;
  byProviderRefund(providerRefundId: string, transaction?: ClientSession): Promise<Refund | undefined>;
  /** All attempts of some bookings, oldest first. */
  ofBookings(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<Refund[]>;
  /** Requested refunds that are due to be sent or checked, the longest waiting first. */
  due(now: Date, most: number): Promise<Refund[]>;
  /** The latest failed attempts, newest first. */
  failed(most: number): Promise<Refund[]>;
  /** Refunds that were sent back and whose buyers have not been told. */
  untold(most: number): Promise<Refund[]>;
  /** Refunds of a run whose readers have not been sent a mail, in no order. */
  unannounced(runId: RunId, most: number, transaction: ClientSession): Promise<Refund[]>;
  /** The current refunds of a run to some readers, by booking. */
  toReaders(runId: RunId, readers: readonly string[], transaction?: ClientSession): Promise<Refund[]>;
  /** Planned refunds of a run whose buyer was told or cannot be told, or which were planned before `plannedBefore`. */
  releasable(runId: RunId, plannedBefore: Date, most: number): Promise<Refund[]>;
  /** How many refunds of a run are being sent. */
  underWay(runId: RunId): Promise<number>;
  tally(runId: RunId): Promise<RunTally>;
  /** Rows of a run by booking id, after `after`. */
  rows(runId: RunId, state: CancellationRowState | undefined, after: string | undefined, most: number): Promise<Refund[]>;
  add(refunds: readonly Refund[], transaction: ClientSession): Promise<void>;
  /** Stores what was derived from `before`, unless it changed since; then the transaction starts over. */
  replace(before: Refund, after: Refund, transaction: ClientSession): Promise<void>;
}
