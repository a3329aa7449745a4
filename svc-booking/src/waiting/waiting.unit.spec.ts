import { describe, expect, it } from '@jest/globals';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import type { WaitingId } from '@concert/contracts/core/ids';
import type { SeatsLeft } from '../seats/stock.ts';
import { firstThatFits, seatsBefore, smallestWaits, type Waiting } from './waiting.ts';

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
const first = (seats: SeatsLeft, seating: keyof typeof SEATING_RULES = 'General Seating') =>
  firstThatFits(list, seating, SEATING_RULES, seats)?.id;

describe('who is offered seats', () => {
  it('is the first whom they fit; others are passed by', () => {
    expect([4, 3, 2, 1, 0].map((others) => first(left(others)))).toEqual(['four', 'two', 'two', 'one', undefined]);
    expect(first(left(3, 2))).toBe('wheel');
    expect(first(left(6), 'Preferred Seating')).toBe('two');
    expect(first(left(2), 'VIP Seating')).toBe('vip');
  });

  it('is told by the smallest numbers of each category, as far as it sells so many in a booking', () => {
    expect(smallestWaits(list, 'General Seating', SEATING_RULES)).toEqual({ waitsFor: 1, waitsForAccessible: 2 });
    expect(smallestWaits(list.slice(4, 5), 'Preferred Seating', SEATING_RULES)).toEqual({});
    expect(smallestWaits(list, 'Premium Seating', SEATING_RULES)).toEqual({ waitsFor: 2 });
  });

  it('has as many seats before as those want who came first and wait for the same', () => {
    expect(list.map((one) => seatsBefore(one, list))).toEqual([0, 0, 4, 0, 7, 12, 13]);
  });
});
