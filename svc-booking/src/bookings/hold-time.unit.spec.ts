import { describe, expect, it } from '@jest/globals';
import { transitioned, paymentBegun, type Booking } from './booking.ts';
import { bookingOf } from './order.harness.ts';
import { afterPage, moreTimesLeft, withMoreTime } from './hold-time.ts';

const HOLD_SECONDS = 1_800;
const now = new Date('2026-01-10T18:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const placed = bookingOf({}, now);

const bounds = { holdSeconds: HOLD_SECONDS, startsAt: new Date('2026-03-14T22:00:00Z') };

/** Asks for more time until there is none. */
function asLongAsPossible(booking: Booking, at: Date, within = bounds): Booking {
  const after = withMoreTime(booking, at, within);
  return after ? asLongAsPossible(after, at, within) : booking;
}

describe('more time', () => {
  it('B3-534 is a fifth of the hold, ten times, and with it seats are kept three holds long', () => {
    expect(withMoreTime(placed, later(60), bounds)).toEqual({
      ...placed,
      holdEndsAt: later(2_160),
      keptUntil: later(2_160),
      moreTimes: 1,
      version: 2,
    });
    const longest = asLongAsPossible(placed, later(60));
    expect([longest.moreTimes, longest.holdEndsAt]).toEqual([10, later(5_400)]);
    expect(moreTimesLeft(longest, later(60), bounds)).toBe(0);
  });

  it('B4-574 never keeps seats past the beginning of the evening', () => {
    const soon = (seconds: number) => ({ ...bounds, startsAt: later(seconds) });
    // A fifth of the hold is six minutes: it fits to the second, or not at all.
    expect(withMoreTime(placed, later(60), soon(2_160))?.holdEndsAt).toEqual(later(2_160));
    expect(withMoreTime(placed, later(60), soon(2_159))).toBeUndefined();
    expect(asLongAsPossible(placed, later(60), soon(3_000)).holdEndsAt).toEqual(later(2_880));
    expect(moreTimesLeft(placed, later(60), soon(3_000))).toBe(3);
    // Reserved just before the evening, the hold itself lasts into it; nothing is added.
    expect(moreTimesLeft(placed, later(60), soon(600))).toBe(0);
  });

  it('B3-534 ends with the hold, a payment or giving up', () => {
    for (const [booking, at] of [
      [placed, later(1_800)],
      [transitioned(placed, 'paid', { at: now, actor: 'svc-payment', cause: 'webhook' }), now],
      [transitioned(placed, 'cancelled', { at: now, actor: 'svc-booking', cause: 'given up' }), now],
    ] as const)
      expect([moreTimesLeft(booking, at, bounds), withMoreTime(booking, at, bounds)]).toEqual([0, undefined]);
  });

  it.each([60, 300, 1_800, 86_400])(
    'B3-534 never keeps from paying in the last second of the longest hold, of %i seconds each',
    (holdSeconds) => {
      const begun = paymentBegun(
        { ...placed, holdEndsAt: later(holdSeconds), keptUntil: later(holdSeconds) },
        later(holdSeconds - 1),
        holdSeconds,
      );
      for (const booking of [{ ...placed, holdEndsAt: later(holdSeconds), keptUntil: later(holdSeconds) }, begun!]) {
        const longest = asLongAsPossible(booking, later(holdSeconds - 1), { ...bounds, holdSeconds });
        const last = new Date(longest.holdEndsAt.getTime() - 1);
        expect(paymentBegun(longest, last, holdSeconds)).toBeDefined();
      }
    },
  );

  it('B3-534 is not taken away by a payment page, and outlives it', () => {
    const longest = asLongAsPossible(placed, later(60));
    expect(paymentBegun(longest, later(120), HOLD_SECONDS)?.holdEndsAt).toEqual(longest.holdEndsAt);
    const begun = paymentBegun(placed, later(5), HOLD_SECONDS)!;
    const prolonged = asLongAsPossible(begun, later(60));
    expect(prolonged.moreTimes).toBe(10);
    const pageEnd = begun.holdEndsAt;
    expect(afterPage(prolonged, pageEnd, pageEnd)).toMatchObject({
      status: 'pending',
      holdEndsAt: prolonged.holdEndsAt,
      keptUntil: prolonged.holdEndsAt,
      paymentBegunAt: null,
    });
    // A newer page is open: the end of the old one changes nothing.
    const anew = paymentBegun(prolonged, later(2_000), HOLD_SECONDS)!;
    expect(afterPage(anew, pageEnd, later(2_001))).toBe(anew);
    expect(afterPage(begun, pageEnd, later(1_000))).toBeUndefined();
    expect(afterPage(prolonged, pageEnd, prolonged.holdEndsAt)).toBeUndefined();
  });
});
