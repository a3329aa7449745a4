import { ERASED } from '@concert/contracts/core/personal-data';
import type { Booking } from '../bookings/booking.ts';
import type { Entry } from '../complimentary/entry.ts';

/** The booking without its buyer: seats, money and history stay as they are. */
export function erasedBooking(booking: Booking, now: Date): Booking {
  const { phoneKey: _phone, source: _source, needs: _needs, ...rest } = booking;
  const { firstname, lastname, email, phone: phoneno } = ERASED;
  return { ...rest, firstname, lastname, email, phoneno, erasedAt: now, version: booking.version + 1 };
}

/** The entry without its guest; its tickets stay as they are. */
export function erasedEntry(entry: Entry): Entry {
  const { name, email, phone: phoneno } = ERASED;
  return { ...entry, name, email, phoneno, version: entry.version + 1 };
}
