import { describe, expect, it } from '@jest/globals';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { SEATINGS, SEATING_RULES, priceMinor } from '@concert/contracts/booking/seating';
import { unreachableStates } from '@concert/service-kit/store/transitions';
import {
  isPayable,
  seatsOf,
  withoutHold,
  IllegalTransitionError,
  transitioned,
  paymentBegun,
  PROVIDER_MARGIN_SECONDS,
  TRANSITIONS,
} from './booking.ts';
import { bookingOf } from './order.harness.ts';

const now = new Date('2026-01-10T18:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const change = { at: now, actor: 'svc-payment' as const, cause: 'webhook' };

describe('the price', () => {
  it('S9-01 is 25 US dollars a ticket in General', () => {
    expect([1, 2, 3, 4, 5, 6].map((tickets) => priceMinor('General Seating', tickets))).toEqual([
      2_500, 5_000, 7_500, 10_000, 12_500, 15_000,
    ]);
  });
  it('S9-02 S9-03 S9-04 is one amount for the booking in Preferred, Premium and VIP', () => {
    expect([
      priceMinor('Preferred Seating', 4),
      priceMinor('Preferred Seating', 1),
      priceMinor('Premium Seating', 6),
      priceMinor('VIP Seating', 6),
    ]).toEqual([50_000, 50_000, 100_000, 250_000]);
  });
  it('S9-09 exists only for as many tickets as the category sells', () => {
    for (const seating of SEATINGS) {
      expect(() => priceMinor(seating, SEATING_RULES[seating].maxTickets + 1)).toThrow(RangeError);
      for (const tickets of [0, -1, 1.5, Number.NaN]) expect(() => priceMinor(seating, tickets)).toThrow(RangeError);
    }
  });
});

describe('a booking', () => {
  it('S4-15 starts pending with its hold and a first history entry', () => {
    const booking = bookingOf({}, now);
    expect(booking).toMatchObject({
      status: 'pending',
      price: { amountMinor: 5_000, currency: 'USD' },
      holdEndsAt: later(1_800),
      version: 1,
    });
    expect(booking.history).toEqual([
      { from: null, to: 'pending', at: now, actor: 'user:us_0000000000000000000a000000', cause: 'reserved' },
    ]);
  });
  it('moves only along the table and remembers each move', () => {
    const paid = transitioned(bookingOf({}, now), 'paid', change);
    expect(paid.history.at(-1)).toEqual({ from: 'pending', to: 'paid', ...change });
    expect(paid.version).toBe(2);
    expect(() => transitioned(paid, 'pending', change)).toThrow(IllegalTransitionError);
    expect(() => transitioned(transitioned(paid, 'refunded', change), 'paid', change)).toThrow('a refunded booking cannot become paid');
  });
  it('knows no status that cannot be reached', () => {
    expect(unreachableStates(TRANSITIONS, 'pending')).toEqual([]);
    expect(unreachableStates({ ...TRANSITIONS, refund_requested: [], refunded: [] }, 'pending')).toEqual(['refund_failed']);
  });
  it('late money always ends with its buyer: sent back by us, or by a bank', () => {
    expect(TRANSITIONS.late_paid).toEqual(['refunded', 'charged_back']);
  });
  it('keeps seats while pending and before the end of its hold', () => {
    const booking = bookingOf({}, now);
    expect(isPayable(booking, later(1_799))).toBe(true);
    expect(isPayable(booking, later(1_800))).toBe(false);
    expect(isPayable(transitioned(booking, 'paid', change), now)).toBe(false);
  });
  it('counts for its seats once, as held or as sold, and for none when it is over', () => {
    const pending = bookingOf({ tickets: 4 }, now);
    const paths: [BookingStatus[], { sold: number; held: number }][] = [
      [[], { sold: 0, held: 4 }],
      [['failed'], { sold: 0, held: 0 }],
      [['cancelled'], { sold: 0, held: 0 }],
      [['expired'], { sold: 0, held: 0 }],
      [['paid'], { sold: 4, held: 0 }],
      [['expired', 'paid'], { sold: 4, held: 0 }],
      [['paid', 'refund_requested'], { sold: 4, held: 0 }],
      [['paid', 'refund_requested', 'refund_failed'], { sold: 4, held: 0 }],
      [['paid', 'refunded'], { sold: 0, held: 0 }],
      [['paid', 'refunded', 'refund_failed', 'refund_requested'], { sold: 0, held: 0 }],
      [['paid', 'charged_back'], { sold: 0, held: 0 }],
      [['late_paid'], { sold: 0, held: 0 }],
      [['late_paid', 'refunded', 'refund_failed'], { sold: 0, held: 0 }],
    ];
    expect(seatsOf(undefined)).toEqual({ sold: 0, held: 0 });
    expect(seatsOf(withoutHold(pending))).toEqual({ sold: 0, held: 0 });
    for (const [path, seats] of paths)
      expect([path, seatsOf(path.reduce((booking, to) => transitioned(booking, to, change), pending))]).toEqual([path, seats]);
  });
  it('keeps seats as long as the payment page lives, but not for ever', () => {
    const booking = bookingOf({}, now);
    const begun = paymentBegun(booking, later(600), 1_800);
    expect(begun?.holdEndsAt).toEqual(later(600 + 1_800 + PROVIDER_MARGIN_SECONDS));
    // One more minute, in which the provider is asked for the outcome of the page.
    expect(begun?.keptUntil).toEqual(later(600 + 1_800 + PROVIDER_MARGIN_SECONDS + 60));
    expect(begun?.paymentBegunAt).toEqual(later(600));
    expect(paymentBegun(booking, later(1_800), 1_800)).toBeUndefined();
    let again = begun;
    let seconds = 600;
    while (again && seconds < 100_000) again = paymentBegun(again, later((seconds += 1_700)), 1_800);
    expect(again).toBeUndefined();
    expect(seconds).toBeLessThan(4 * 1_830);
  });
});
