import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Booking } from './booking.ts';

export const BOOKING_CHANGES = token<BookingChanges>('BookingChanges');

/** A booking before and after a change; `undefined` before the first. */
export type BookingChange = readonly [before: Booking | undefined, after: Booking];

/** Is called with every change of a booking, in its transaction, so what it derives from bookings is always up to date. */
export interface BookingChanges {
  record(changes: readonly BookingChange[], transaction: ClientSession): Promise<void>;
}
