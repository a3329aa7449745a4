import { buyerFieldsOf } from '@concert/contracts/booking/buyer';
import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import type { ReportRow } from '@concert/contracts/booking/reports';
import type { EntryDocument } from '../complimentary/entry.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import { accessLeft } from '../bookings/access.ts';
import { givenAmountOf } from '../bookings/partial-return.ts';
import { partlyReturned } from './booking-figures.ts';

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
  const { dispute, lostMinor, returns, returning, taken, ticketIds, access, needs } = booking;
  const ofReturns = returns ? { returns } : {};
  const ofMoney = { status, ...ofReturns, ...(lostMinor ? { lostMinor } : {}) };
  const returned = partlyReturned(ofMoney, charged);
  const given = givenAmountOf(ofMoney, charged);
  const seats = access && accessLeft({ access, ticketIds, ...ofReturns, ...(taken ? { taken } : {}) });
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
    ...(lostMinor ? { lost: lostMinor } : {}),
    ...(returned ? { returned } : {}),
    ...(given ? { given } : {}),
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
