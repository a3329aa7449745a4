import { describe, expect, it } from '@jest/globals';
import { leftTickets, NO_SEATS, StockCount, type Stock } from './stock.ts';

const stock = (over: Partial<Stock> = {}): Stock => ({ seating: 'VIP Seating', capacity: 10, sold: 0, held: 0, version: 1, ...over });
const held = (tickets: number) => ({ sold: 0, held: tickets });
const sold = (tickets: number) => ({ sold: tickets, held: 0 });

describe('the seats of a category', () => {
  it('are left when neither sold nor held', () => {
    expect(leftTickets({ ...stock({ sold: 3, held: 4 }), ended: 0 })).toBe(3);
  });
  it('come back by time alone when a hold ends', () => {
    expect(leftTickets({ ...stock({ held: 10 }), ended: 0 })).toBe(0);
    expect(leftTickets({ ...stock({ held: 10 }), ended: 10 })).toBe(10);
  });
  it('are never promised twice', () => {
    const before = stock({ sold: 4, held: 4 });
    const count = new StockCount(before);
    expect([3, 1, 2, 1, 1].map((tickets) => count.exchange(NO_SEATS, held(tickets)))).toEqual([false, true, false, true, false]);
    expect(count.after(before)).toEqual(stock({ sold: 4, held: 6, version: 2 }));
  });
  it('are not fewer than none when the hall was made smaller, and then nobody gets any, not even who held some', () => {
    const small = stock({ capacity: 2, sold: 5, held: 4 });
    expect(leftTickets({ ...small, ended: 0 })).toBe(0);
    expect(new StockCount(small).exchange(held(4), sold(4))).toBe(false);
  });
  it('go from held to sold once, also where all are taken', () => {
    const before = stock({ held: 10 });
    const count = new StockCount(before);
    expect(count.exchange(held(4), sold(4))).toBe(true);
    expect(count.after(before)).toMatchObject({ sold: 4, held: 6 });
  });
  it('come back, never more than were taken', () => {
    const before = stock({ sold: 4, held: 1 });
    const count = new StockCount(before);
    expect(count.exchange(sold(4), NO_SEATS)).toBe(true);
    expect(count.after(before)).toMatchObject({ sold: 0, held: 1 });
    expect(() => count.exchange(sold(1), NO_SEATS)).toThrow(RangeError);
    expect(() => count.exchange(held(2), NO_SEATS)).toThrow(RangeError);
  });
  it('that do not change leave the stock the very object it was; a copy changes apart', () => {
    const before = stock({ held: 2 });
    const count = new StockCount(before);
    count.copy().exchange(NO_SEATS, held(3));
    count.exchange(held(2), held(2));
    expect(count.after(before)).toBe(before);
  });
});
