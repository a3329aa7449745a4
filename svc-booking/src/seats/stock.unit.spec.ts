import { describe, expect, it } from '@jest/globals';
import type { BookingId } from '@concert/contracts/core/ids';
import { extended, Holding, leftTickets, released, sold, unsold, type Stock } from './stock.ts';

const now = new Date('2026-01-10T18:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const id = (letter: string) => `bk_0000000000000000000${letter}` as BookingId;
const hold = (letter: string, tickets: number, seconds = 60) => ({ bookingId: id(letter), tickets, endsAt: later(seconds) });
const stock = (over: Partial<Stock> = {}): Stock => ({ seating: 'VIP Seating', capacity: 10, sold: 0, holds: [], version: 1, ...over });

describe('the seats of a category', () => {
  it('are left when neither sold nor held', () => {
    expect(leftTickets(stock({ sold: 3, holds: [hold('a', 4)] }), now)).toBe(3);
  });
  it('come back by time alone when a hold ends', () => {
    const full = stock({ holds: [hold('a', 10, 60)] });
    expect(leftTickets(full, later(59))).toBe(0);
    expect(leftTickets(full, later(60))).toBe(10);
    expect(new Holding(full, later(59)).keep(hold('b', 10, 120))).toBe(false);
    const holding = new Holding(full, later(60));
    expect(holding.keep(hold('b', 10, 120))).toBe(true);
    expect(holding.after.holds).toEqual([hold('b', 10, 120)]);
  });
  it('are never promised twice', () => {
    const almost = stock({ sold: 4, holds: [hold('a', 4)] });
    const holding = new Holding(almost, now);
    expect([hold('b', 3), hold('c', 1), hold('d', 2), hold('e', 1), hold('f', 1)].map((one) => holding.keep(one))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(holding.after).toMatchObject({ version: 2, holds: [hold('a', 4), hold('c', 1), hold('e', 1)] });
    expect(leftTickets(holding.after, now)).toBe(0);
  });
  it('are not fewer than none when the hall was made smaller', () => {
    expect(leftTickets(stock({ capacity: 2, sold: 5 }), now)).toBe(0);
  });
  it('go from held to sold once', () => {
    const after = sold(stock({ holds: [hold('a', 4), hold('b', 6)] }), id('a'), 4, now);
    expect(after).toMatchObject({ sold: 4, holds: [hold('b', 6)] });
  });
  it('are sold after the hold ended only while nobody else has them', () => {
    const ended = stock({ holds: [hold('a', 4, -1)] });
    expect(sold(ended, id('a'), 4, now)?.sold).toBe(4);
    expect(sold({ ...ended, holds: [hold('a', 4, -1), hold('b', 7)] }, id('a'), 4, now)).toBeUndefined();
  });
  it('return once when a hold is released, however often it is told', () => {
    const once = released(stock({ holds: [hold('a', 4)] }), id('a'));
    expect(leftTickets(once, now)).toBe(10);
    expect(leftTickets(released(once, id('a')), now)).toBe(10);
  });
  it('stay held longer only while the hold lives', () => {
    const one = stock({ holds: [hold('a', 4, 60)] });
    expect(extended(one, id('a'), later(600), later(59))?.holds).toEqual([hold('a', 4, 600)]);
    expect(extended(one, id('a'), later(600), later(60))).toBeUndefined();
    expect(extended(one, id('b'), later(600), now)).toBeUndefined();
  });
  it('come back after a refund, never more than were sold', () => {
    expect(unsold(stock({ sold: 4 }), 4).sold).toBe(0);
    expect(() => unsold(stock({ sold: 3 }), 4)).toThrow(RangeError);
  });
});
