import { describe, expect, it } from '@jest/globals';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { RefundId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { chargedFor, withDispute, transitioned, type Booking } from '../bookings/booking.ts';
import { bookingOf } from '../bookings/order.harness.ts';
import { toDocument } from '../bookings/mongo-booking-documents.ts';
import { rowOfBooking } from './report-rows.ts';
import { cellsOf as cellsOfRows, reportOf, soldOnDayOf, totalsOf } from './report.ts';

const at = new Date('2026-03-08T06:59:59Z');
const pending = bookingOf({ tickets: 3 }, at);
const by = { actor: 'svc-payment', cause: 'test' } as const;
const to = (booking: Booking, status: BookingStatus) => transitioned(booking, status, { at, ...by });
const cellsOf = (...bookings: Booking[]) => cellsOfRows(bookings.map((booking) => rowOfBooking(toDocument(booking))));

describe('the one formula', () => {
  it('S9-30 S9-31 S9-32 S9-33 counts the money of the whole booking, General by the ticket and the others by the booking', () => {
    const general = priceMinor('General Seating', 2) + priceMinor('General Seating', 3);
    const vip = 2 * priceMinor('VIP Seating', 6);
    const cells = [
      { category: 'General Seating', status: 'paid', bookings: 2, tickets: 5, amountMinor: general },
      { category: 'VIP Seating', status: 'paid', bookings: 2, tickets: 12, amountMinor: vip },
      { category: 'HDYC Family', status: 'Issued', bookings: 2, tickets: 7, amountMinor: 0 },
      { category: 'HDYC Family', status: 'Revoked', bookings: 1, tickets: 6, amountMinor: 0 },
    ] as const;
    const totals = totalsOf(cells, { 'General Seating': { sold: 5, capacity: 500, held: 4 } });
    expect(
      totals.map(({ category, count, tickets, chargedMinor, capacity }) => [category, count, tickets, chargedMinor, capacity]),
    ).toEqual([
      ['General Seating', 5, 5, 12_500, 500],
      ['Preferred Seating', 0, 0, 0, 0],
      ['Premium Seating', 0, 0, 0, 0],
      ['VIP Seating', 2, 12, 500_000, 0],
      ['HDYC Family', 2, 7, 0, 0],
      ['VIP Tickets', 0, 0, 0, 0],
      ['Friends and Family', 0, 0, 0, 0],
    ]);
    expect(totals.map(({ countedBy }) => countedBy)).toEqual(['ticket', 'booking', 'booking', 'booking', 'entry', 'entry', 'entry']);
  });

  it('B3-515 counts money that a bank took for good once, whatever becomes of the booking then', () => {
    const paid = to(pending, 'paid');
    const lost = withDispute(paid, { disputeId: 'du_1', state: 'lost', amountMinor: 7_500, at, version: 1 });
    expect(withDispute(lost, { disputeId: 'du_1', state: 'lost', amountMinor: 7_500, at, version: 1 })).toBe(lost);
    expect([lost, to(lost, 'charged_back')].map(({ lostMinor }) => lostMinor)).toEqual([7_500, 7_500]);
  });

  it('counts what was charged where that is another amount than the price, and nothing where no money was taken', () => {
    const expired = to(pending, 'expired');
    const late = { ...to(expired, 'late_paid'), chargedOtherwise: money(7_499) };
    expect([pending, expired, late].map((booking) => chargedFor(booking).amountMinor)).toEqual([0, 0, 7_499]);
    expect(cellsOf(expired, expired, late)).toEqual([
      { category: 'General Seating', status: 'expired', bookings: 2, tickets: 6, amountMinor: 0 },
      { category: 'General Seating', status: 'late_paid', bookings: 1, tickets: 3, amountMinor: 7_499 },
    ]);
  });

  it('counts all that was charged, and those alone whose seats are taken', () => {
    const cell = { category: 'VIP Seating', bookings: 1, tickets: 6 } as const;
    const cells = [
      { ...cell, status: 'paid', amountMinor: 7_500 },
      { ...cell, status: 'refunded', amountMinor: 5_000 },
    ] as const;
    const report = reportOf({ cells, soldToday: 12, seats: {} }, 'UTC');
    expect(report).toEqual({ currency: 'USD', timeZone: 'UTC', categories: totalsOf(cells, {}), soldToday: 12, cells });
    expect(report.categories[3]).toMatchObject({ category: 'VIP Seating', bookings: 1, chargedMinor: 12_500 });
    const seated = (['refund_requested', 'refund_failed', 'Submitted', 'pending'] as const).map((status) => ({ ...cells[0], status }));
    expect(totalsOf(seated, {})[3]?.count).toBe(3);
  });

  it('B4-504 tells tickets sold by the day of the concert’s place, through the night the clocks change', () => {
    const times = ['2026-11-02T05:30:00Z', '2026-11-01T03:30:00Z', '2026-11-01T04:30:00Z', '2026-11-02T04:30:00Z'];
    const sold = times.map((time) =>
      transitioned(bookingOf({ seating: 'VIP Seating', tickets: 6 }, at), 'paid', { ...by, at: new Date(time) }),
    );
    const days = ['2026-10-31T16:00:00Z', '2026-11-01T12:00:00Z', '2026-11-02T12:00:00Z', '2026-11-03T12:00:00Z'];
    expect(days.map((day) => soldOnDayOf(new Date(day), 'America/New_York', sold))).toEqual([6, 12, 6, 0]);
  });

  it('counts the tickets of a sale on its day, whatever went back since, and never what nobody paid in time', () => {
    const step = (name: 'given' | 'issued') => [{ attempt: 1, step: name, at }];
    const part = { id: 'rf_1' as RefundId, tickets: [3], amountMinor: 2_500, steps: step('issued') };
    const gift = { ...part, id: 'rf_3' as RefundId, tickets: [2], steps: step('given') };
    const booking: Booking = { ...to(pending, 'paid'), tickets: 1, returns: [part, gift] };
    const refunded = transitioned(booking, 'refunded', { ...by, at: new Date('2026-03-14T00:00:00Z') });
    const cell = { category: 'General Seating', status: 'refunded', bookings: 2, tickets: 2, amountMinor: 15_000 };
    expect(cellsOf(refunded, refunded)).toEqual([cell]);
    expect(soldOnDayOf(at, 'UTC', [refunded, refunded, to(to(pending, 'expired'), 'late_paid')])).toBe(6);
  });
});
