import type { BuyerFields } from '@concert/contracts/booking/buyer';
import { ERASED_PERSON } from '@concert/contracts/core/personal-data';
import type { Booking } from '../bookings/booking.ts';
import type { Entry } from '../complimentary/entry.ts';

const { firstname, lastname, email, phone: phoneno } = ERASED_PERSON;
const ERASED_BUYER: BuyerFields = { firstname, lastname, email, phoneno };

/** The booking without its buyer: seats, money and history stay as they are. */
export function erasedBooking(booking: Booking, now: Date): Booking {
  const { needs: _needs, ...rest } = booking;
  return { ...rest, ...ERASED_BUYER, erasedAt: now, version: booking.version + 1 };
}

/** The entry without its guest; its tickets stay as they are. */
export function erasedEntry(entry: Entry): Entry {
  return { ...entry, name: ERASED_PERSON.name, email, phoneno, version: entry.version + 1 };
}
