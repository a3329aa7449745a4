import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { Booking } from './booking.ts';

export const BOOKING_CHANGES = token<BookingChanges>('BookingChanges');

/** One booking before and after a change; a new one was nothing before. */
export type BookingChange = readonly [before: Booking | undefined, after: Booking];

/** Hears of every change of a booking, in its transaction: what is kept of it is never behind and never wrong. */
export interface BookingChanges {
  record(changes: readonly BookingChange[], transaction: ClientSession): Promise<void>;
}
