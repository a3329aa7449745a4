import { describe, expect, it } from '@jest/globals';
import { SEATING_RULES, SEATINGS } from '@concert/contracts/booking/seating';
import { isEmail, isPhone } from '@concert/contracts/core/fields';
import { numbersFrom } from '@concert/test-kit/numbers';
import { MIN_BOOKINGS, planBookings, planGuests, STORY_SHARES } from './stories.ts';

const SIZES = [MIN_BOOKINGS, 200, 2_000];

describe('the plan of a demo', () => {
  it.each(SIZES)('of %i bookings has every story and category, and orders that the site takes', (size) => {
    const planned = planBookings(size, 1);
    expect(planned).toHaveLength(size);
    expect(new Set(planned.map(({ story }) => story))).toEqual(new Set([...Object.keys(STORY_SHARES), 'paid']));
    expect(new Set(planned.map(({ order }) => order.seating))).toEqual(new Set(SEATINGS));
    for (const { order } of planned) {
      expect(order.notickets).toBeGreaterThan(0);
      expect(order.notickets).toBeLessThanOrEqual(SEATING_RULES[order.seating].maxTickets);
    }
  });

  it.each(SIZES)('of %i bookings has as many people, each with an address of their own', (size) => {
    const people = planBookings(size, 5).map(({ person }) => person);
    expect(new Set(people.map(({ email }) => email)).size).toBe(size);
    expect(people.filter(({ email, phoneno }) => !isEmail(email) || !email.endsWith('@example.org') || !isPhone(phoneno))).toEqual([]);
  });

  it('B8-517 follows from its seed', () => {
    expect(planBookings(50, 3)).toEqual(planBookings(50, 3));
    expect(planBookings(50, 3)).not.toEqual(planBookings(50, 4));
  });

  it('invites guests to all three groups', () => {
    for (const size of SIZES)
      expect(new Set(planGuests(size, numbersFrom(size)).map(({ group }) => group))).toEqual(new Set(['h', 'v', 'f']));
  });
});
