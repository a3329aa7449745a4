import { describe, expect, it } from '@jest/globals';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { assertHoldLimit, assertUnprovenLimits, type OpenHold } from './open-holds.ts';
import { bookingOf } from './order.harness.ts';
import { inPlaceOf } from './unproven-hold.ts';

const now = new Date('2026-01-10T18:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const LIMITS = { account: 12, source: 24 };
const pool = (seats: number, sold = 0) => ({ seats, sold, held: 0 });
const STOCK = { seating: 'General Seating', capacity: 100, sold: 0, held: 0, version: 1 } as const;

let made = 0;
const hold = (over: Partial<OpenHold> = {}): OpenHold => {
  made += 1;
  return {
    ...bookingOf({ tickets: 2, unproven: true, ...over } as never, now),
    id: `bk_${made}` as BookingId,
    userId: `us_${made}` as UserId,
    ...over,
  };
};
const holds = (count: number, over: (at: number) => Partial<OpenHold>) => Array.from({ length: count }, (_, at) => hold(over(at)));
const verdict = (others: readonly OpenHold[], order: OpenHold, stock: Parameters<typeof assertUnprovenLimits>[3] = STOCK): string => {
  try {
    assertUnprovenLimits(others, order, LIMITS, stock);
    return 'held';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('B1-520 seats held for people who have not proven their email', () => {
  it('are bounded for a network in all categories, and for a /48 four times as loosely', () => {
    const near = holds(11, (at) => ({ source: 'a', site: 's', seating: at % 2 ? 'VIP Seating' : 'General Seating' }));
    expect(verdict(near, hold({ source: 'a', site: 's' }))).toBe('held');
    expect(verdict([...near, hold({ source: 'a', site: 's' })], hold({ source: 'a', site: 's' }))).toBe('booking.sign_in_first');
    const wide = holds(48, (at) => ({ source: `n${at}`, site: 's', seating: 'VIP Seating' }));
    expect(verdict(wide.slice(1), hold({ source: 'fresh', site: 's' }))).toBe('held');
    expect(verdict(wide, hold({ source: 'fresh', site: 's' }))).toBe('booking.sign_in_first');
    expect(verdict(wide, hold({ source: 'fresh', site: 'another' }))).toBe('held');
    expect(verdict(wide, hold())).toBe('held');
  });

  it('leave half of each kind of seat, and a network has one accessible seat', () => {
    const stock = { ...STOCK, pools: { accessible: pool(5), companions: pool(6) } };
    const wheelchair = (companions: number, source?: string) =>
      hold({ tickets: 1 + companions, access: { companions, free: 0 }, ...(source ? { source } : {}) });
    expect(verdict([wheelchair(0, 'a')], wheelchair(0, 'b'), stock)).toBe('held');
    expect(verdict([wheelchair(0, 'a')], wheelchair(0, 'a'), stock)).toBe('booking.sign_in_first');
    expect(verdict([wheelchair(0), wheelchair(0)], wheelchair(0), stock)).toBe('booking.sign_in_first');
    expect(verdict([wheelchair(3)], wheelchair(1), stock)).toBe('booking.sign_in_first');
    // What is held of one kind says nothing of the others.
    expect(verdict([wheelchair(3), wheelchair(0)], hold(), stock)).toBe('held');
    const others = holds(21, () => ({}));
    expect(verdict(others, hold(), stock)).toBe('held');
    expect(verdict([...others, hold()], hold(), stock)).toBe('booking.sign_in_first');
    // Companions sit anywhere where no seats are protected for them, and the last seats can be had in one booking.
    expect(verdict([], wheelchair(3), { ...STOCK, pools: { accessible: pool(2), companions: pool(0) } })).toBe('held');
    expect(verdict([], wheelchair(0), { ...STOCK, pools: { accessible: pool(1), companions: pool(0) } })).toBe('booking.sign_in_first');
    expect(verdict([], hold({ tickets: 6 }), { ...STOCK, capacity: 7, sold: 1 })).toBe('held');
  });

  it('end twice their time after the first of one browser began, however often it chooses anew', () => {
    const fresh = (at: Date) => ({ ...bookingOf({ unproven: true }, at), holdEndsAt: new Date(at.getTime() + 600_000) });
    expect(inPlaceOf([], fresh(now))).toMatchObject({ createdAt: now, holdEndsAt: later(600), keptUntil: later(600) });
    const second = inPlaceOf([hold({ createdAt: later(30) }), hold({ createdAt: now })], fresh(later(540)));
    expect(second).toMatchObject({ createdAt: now, holdEndsAt: later(1_140) });
    expect(inPlaceOf([second], fresh(later(1_080)))).toMatchObject({ createdAt: now, holdEndsAt: later(1_200), keptUntil: later(1_200) });
  });
});

describe('B1-521 seats that an account holds', () => {
  it('are twelve in all categories, whoever shares its network, and say when others end', () => {
    const own = hold().userId;
    const limited = (open: readonly OpenHold[]) => () => assertHoldLimit(open, { userId: own, tickets: 6 }, LIMITS, now);
    const six = { userId: own, tickets: 6, seating: 'VIP Seating' as const, source: 'a' };
    expect(limited([hold(six), ...holds(100, () => ({ source: 'a', tickets: 6 }))])).not.toThrow();
    expect(limited([hold(six), hold(six)])).toThrow(expect.objectContaining({ code: 'booking.too_many_held', retryAfterSeconds: 1_800 }));
    expect(limited([hold(six), hold({ ...six, paymentBegunAt: now })])).not.toThrow();
  });
});
