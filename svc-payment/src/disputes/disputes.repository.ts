import type { BookingId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Dispute } from './dispute.ts';

export const DISPUTES = token<DisputesRepository>('DisputesRepository');

/** Stores disputes. */
export interface DisputesRepository {
  byId(id: string, transaction?: ClientSession): Promise<Dispute | undefined>;
  /** All disputes of some bookings, oldest first. */
  ofBookings(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<Dispute[]>;
  add(dispute: Dispute, transaction: ClientSession): Promise<void>;
  /** Replaces a dispute unless it changed since it was read; if it did, the transaction starts over. */
  replace(before: Dispute, after: Dispute, transaction: ClientSession): Promise<void>;
}
