import { describe, expect, it } from '@jest/globals';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import type { WaitingId } from '@concert/contracts/core/ids';
import type { SeatsLeft } from '../seats/stock.ts';
import { seatsBefore, smallestWaits, whomItFits, type Waiting } from './waiting.ts';

const place = (id: string, seats: number, over: Partial<Waiting> = {}): Waiting => ({
  ...{ id: id as WaitingId, userId: `us_${id}` as never, name: id, email: `${id}@example.org`, seats, seating: 'General Seating' },
  ...{ joinedAt: new Date(0), state: 'waiting', version: 1, ...over },
});
const access = { companions: 1 };
const list = [
  place('later', 1, { seating: 'next date' }),
  place('four', 4),
  place('wheel', 2, { access }),
  place('vip', 1, { seating: 'VIP Seating' }),
  place('five', 5, { seating: 'any' }),
  place('two', 2, { seating: 'any' }),
  place('one', 1),
];
const left = (others: number, withAccessible = 0): SeatsLeft => ({ others, accessible: 0, companions: 0, withAccessible });
const fitting = (seats: SeatsLeft, seating: keyof typeof SEATING_RULES = 'General Seating') =>
  whomItFits(list, seating, SEATING_RULES, seats).map(({ id }) => id);

describe('who is offered seats', () => {
  it('is the first whom they fit; others are passed by', () => {
    expect(fitting(left(4))).toEqual(['four', 'two', 'one']);
    expect(fitting(left(1))).toEqual(['one']);
    expect(fitting(left(3, 2))).toEqual(['wheel', 'two', 'one']);
    expect(fitting(left(6), 'Preferred Seating')).toEqual(['two']);
    expect(fitting(left(2), 'VIP Seating')).toEqual(['vip', 'two']);
  });

  it('is told by the smallest numbers of each category, as far as it sells so many in a booking', () => {
    expect(smallestWaits(list, 'General Seating', SEATING_RULES)).toEqual({ waitsFor: 1, waitsForAccessible: 2 });
    expect(smallestWaits(list.slice(4, 5), 'Preferred Seating', SEATING_RULES)).toEqual({});
    expect(smallestWaits(list, 'Premium Seating', SEATING_RULES)).toEqual({ waitsFor: 2 });
  });

  it('has as many seats before as those want who came first and wait for the same', () => {
    const before = (place: Waiting) => {
      const sums = new Map<Waiting['seating'], number>();
      for (const { seating, seats } of list.slice(0, list.indexOf(place))) sums.set(seating, (sums.get(seating) ?? 0) + seats);
      return seatsBefore(place, sums);
    };
    expect(list.map(before)).toEqual([0, 0, 4, 0, 7, 12, 13]);
  });
});
