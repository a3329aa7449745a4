import { describe, expect, it } from '@jest/globals';
import { NO_SEAT_CHANGE, seatsLeft, StockCount, type Pools, type Stock, type StockNow } from './stock.ts';

const stock = (over: Partial<Stock> = {}): Stock => ({ seating: 'VIP Seating', capacity: 10, sold: 0, held: 0, version: 1, ...over });
const left = (now: StockNow) => seatsLeft(now, false).others;
const counted = (before: Stock, opened = false) => new StockCount(before, opened);
const held = (tickets: number) => ({ sold: 0, held: tickets });
const sold = (tickets: number) => ({ sold: tickets, held: 0 });

describe('the seats of a category', () => {
  it('are left when neither sold nor held', () => {
    expect(left({ ...stock({ sold: 3, held: 4 }), ended: 0 })).toBe(3);
  });
  it('are free again as soon as their hold has ended, before any task ran', () => {
    expect(left({ ...stock({ held: 10 }), ended: 0 })).toBe(0);
    expect(left({ ...stock({ held: 10 }), ended: 10 })).toBe(10);
  });
  it('are never promised twice', () => {
    const before = stock({ sold: 4, held: 4 });
    const count = counted(before);
    expect([3, 1, 2, 1, 1].map((tickets) => count.exchange(NO_SEAT_CHANGE, held(tickets)))).toEqual([
      'seats',
      'none',
      'seats',
      'none',
      'seats',
    ]);
    expect(count.after(before)).toEqual(stock({ sold: 4, held: 6, version: 2 }));
  });
  it('are not fewer than none when the hall was made smaller, and then nobody gets any, not even who held some', () => {
    const small = stock({ capacity: 2, sold: 5, held: 4 });
    expect(left({ ...small, ended: 0 })).toBe(0);
    expect(counted(small).exchange(held(4), sold(4))).toBe('seats');
  });
  it('go from held to sold once, also where all are taken', () => {
    const before = stock({ held: 10 });
    const count = counted(before);
    expect(count.exchange(held(4), sold(4))).toBe('none');
    expect(count.after(before)).toMatchObject({ sold: 4, held: 6 });
  });
  it('come back, never more than were taken', () => {
    const before = stock({ sold: 4, held: 1 });
    const count = counted(before);
    expect(count.exchange(sold(4), NO_SEAT_CHANGE)).toBe('none');
    expect(count.after(before)).toMatchObject({ sold: 0, held: 1 });
    expect(() => count.exchange(sold(1), NO_SEAT_CHANGE)).toThrow(RangeError);
    expect(() => count.exchange(held(2), NO_SEAT_CHANGE)).toThrow(RangeError);
  });
  it('that do not change leave the stock the very object it was; a copy changes apart', () => {
    const before = stock({ held: 2 });
    const count = counted(before);
    count.copy().exchange(NO_SEAT_CHANGE, held(3));
    count.exchange(held(2), held(2));
    expect(count.after(before)).toBe(before);
  });
});

describe('returned tickets', () => {
  const back = (seats: number, of: number) => ({ sold: of, held: 0, returning: seats });
  const pools: Pools = { accessible: { seats: 1, sold: 1, held: 0 }, companions: { seats: 1, sold: 1, held: 0 } };

  it('are seats to be had while they are sold, in the pools too', () => {
    const full = stock({ sold: 10, pools });
    const count = counted(full);
    const own = { ...sold(3), accessible: 1, companions: 1 };
    const returned = { ...own, returning: 3, returningAccessible: 1, returningCompanions: 1 };
    expect(count.exchange(own, returned)).toBe('none');
    expect(seatsLeft({ ...count.after(full), ended: 0 }, false)).toEqual({ others: 1, accessible: 1, companions: 1, withAccessible: 3 });
    expect([2, 1].map((tickets) => count.exchange(NO_SEAT_CHANGE, held(tickets)))).toEqual(['seats', 'none']);
    expect(count.exchange(returned, NO_SEAT_CHANGE)).toBe('none');
    expect(count.after(full)).toMatchObject({ sold: 7, held: 1, returning: 0, pools: { accessible: { sold: 0, returning: 0 } } });
    expect(() => count.exchange(back(1, 1), sold(1))).toThrow(RangeError);
  });
  it('can be kept unless their seats are promised, and what happened to them counts all the same', () => {
    const count = counted(stock({ sold: 10, returning: 2 }));
    expect(count.exchange(NO_SEAT_CHANGE, held(1))).toBe('none');
    expect([0, 1].map((kept) => count.exchange(back(2, 2), back(kept, 2)))).toEqual(['seats', 'none']);
    count.record(back(1, 2), sold(2));
    expect(count.exchange(held(1), sold(1))).toBe('seats');
    const [own, special] = [{ ...sold(1), accessible: 1 }, counted(stock({ sold: 1, pools }))];
    expect(special.exchange(own, { ...own, returning: 1, returningAccessible: 1 })).toBe('none');
    expect(special.exchange(NO_SEAT_CHANGE, { ...held(1), accessible: 1 })).toBe('none');
    expect(special.exchange({ ...own, returning: 1, returningAccessible: 1 }, own)).toBe('accessible');
  });
});

describe('protected seats', () => {
  /** Of 10 seats, 2 are accessible and 3 are for companions. */
  const pools: Pools = { accessible: { seats: 2, sold: 0, held: 0 }, companions: { seats: 3, sold: 0, held: 0 } };
  const guarded = (over: Partial<Stock> = {}) => stock({ pools, ...over });
  const withAccess = (companions: number, others = 0) => ({ ...held(1 + companions + others), accessible: 1, companions });

  it('B3-520 are not among those that others can have, and are told apart', () => {
    expect(seatsLeft({ ...guarded(), ended: 0 }, false)).toEqual({ others: 5, accessible: 2, companions: 3, withAccessible: 9 });
    const count = counted(guarded());
    expect([5, 1].map((tickets) => count.exchange(NO_SEAT_CHANGE, held(tickets)))).toEqual(['none', 'seats']);
    expect(count.exchange(NO_SEAT_CHANGE, withAccess(3))).toBe('none');
    expect(count.exchange(NO_SEAT_CHANGE, withAccess(0))).toBe('none');
    expect(count.exchange(NO_SEAT_CHANGE, withAccess(0))).toBe('accessible');
  });

  it('B3-521 take companions beyond their own seats onto the others, and back as soon as one of their own is free', () => {
    const count = counted(guarded());
    const first = withAccess(3);
    expect([first, withAccess(2), held(3), held(1)].map((wanted) => count.exchange(NO_SEAT_CHANGE, wanted))).toEqual([
      'none',
      'none',
      'none',
      'seats',
    ]);
    expect(count.exchange(first, NO_SEAT_CHANGE)).toBe('none');
    // Two companions moved onto their own seats, so two others are free, and three with the accessible one.
    expect(seatsLeft({ ...count.after(guarded()), ended: 0 }, false)).toEqual({
      others: 2,
      accessible: 1,
      companions: 1,
      withAccessible: 4,
    });
    expect([2, 1].map((tickets) => count.exchange(NO_SEAT_CHANGE, held(tickets)))).toEqual(['none', 'seats']);
  });

  it('B3-522 are for everybody once all others are sold, held ones not counted, or once the day has come', () => {
    const paying = counted(guarded({ sold: 4, held: 1 }));
    expect(paying.exchange(NO_SEAT_CHANGE, held(1))).toBe('seats');
    expect(paying.exchange(held(1), sold(1))).toBe('none');
    expect(paying.exchange(NO_SEAT_CHANGE, held(4))).toBe('none');
    expect(seatsLeft({ ...paying.after(guarded({ sold: 4, held: 1 })), ended: 0 }, false)).toEqual({
      others: 1,
      accessible: 1,
      companions: 0,
      withAccessible: 1,
    });
    expect(counted(guarded(), true).exchange(NO_SEAT_CHANGE, held(6))).toBe('none');
    expect(seatsLeft({ ...guarded(), ended: 0 }, true)).toEqual({ others: 10, accessible: 2, companions: 3, withAccessible: 10 });
  });

  it('stay protected where a category has no others, until the day has come', () => {
    const all = stock({ capacity: 5, pools });
    expect(counted(all).exchange(NO_SEAT_CHANGE, held(1))).toBe('seats');
    expect(counted(all, true).exchange(NO_SEAT_CHANGE, held(1))).toBe('none');
  });

  it('of holds that ended are free, and come back to their own pool', () => {
    const count = counted(guarded());
    expect(count.exchange(NO_SEAT_CHANGE, withAccess(2, 1))).toBe('none');
    const over = { ...count.after(guarded()), ended: 4, endedAccessible: 1, endedCompanions: 2 };
    expect(seatsLeft(over, false)).toEqual({ others: 5, accessible: 2, companions: 3, withAccessible: 9 });
    expect(count.exchange(withAccess(2, 1), NO_SEAT_CHANGE)).toBe('none');
    const before = guarded();
    expect(count.after(before)).toBe(before);
    expect(() => count.exchange({ ...sold(1), accessible: 1 }, NO_SEAT_CHANGE)).toThrow(RangeError);
  });
});
