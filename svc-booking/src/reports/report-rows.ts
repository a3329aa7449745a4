import { buyerFieldsOf } from '@concert/contracts/booking/buyer';
import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import type { ReportRow } from '@concert/contracts/booking/reports';
import type { EntryDocument } from '../complimentary/entry.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import { accessLeft } from '../bookings/access.ts';

/** A row of the report without its place in a list. */
export type Row = Omit<ReportRow, 'cursor'>;

/** A row with what it is found and sorted by. */
export interface ListedRow {
  readonly row: Row;
  readonly createdAt: Date;
  readonly words: readonly string[];
}

/** A stored booking as the report's row. */
export function rowOfBooking(booking: BookingDocument): Row {
  const { _id, seating, notickets, amount: price, charged = 0, currency, status, createdAt } = booking;
  const { dispute, returns, returning, taken, ticketIds, access, needs } = booking;
  const seats = access && accessLeft({ access, ticketIds, ...(returns ? { returns } : {}), ...(taken ? { taken } : {}) });
  return {
    id: _id,
    userbookingid: _id,
    ...buyerFieldsOf(booking),
    seating,
    notickets,
    amount: charged,
    price,
    currency,
    status,
    ...(seats ? { access: seats } : {}),
    ...(needs ? { needs } : {}),
    ...(dispute ? { dispute: dispute.state } : {}),
    ...(returning ? { returning: returning.length } : {}),
    created_at: { _seconds: Math.floor(createdAt.getTime() / 1_000) },
  };
}

/** A stored complimentary entry as the report's row: its money is zero. */
export function rowOfEntry({ _id, name, email, phoneno, group, notickets, status, createdAt }: EntryDocument): Row {
  return {
    id: _id,
    userbookingid: _id,
    firstname: name,
    lastname: '',
    email,
    phoneno,
    seating: GROUP_NAMES[group],
    notickets,
    amount: 0,
    price: 0,
    currency: 'USD',
    status,
    created_at: { _seconds: Math.floor(createdAt.getTime() / 1_000) },
  };
}
