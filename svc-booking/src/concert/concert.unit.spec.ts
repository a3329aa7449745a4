import { describe, expect, it } from '@jest/globals';
import { firstConcert } from './concert.ts';

describe('the first concert', () => {
  it('S1-23 is on the specified 13 July 2024 when it starts cancelled or disabled', () => {
    for (const state of ['cancelled', 'disabled'] as const)
      expect(firstConcert(state, new Date()).startsAt.toISOString()).toBe('2024-07-13T22:00:00.000Z');
  });
  it('is on a Saturday at 18:00 about eight weeks ahead when it starts open, through both changes of the clock', () => {
    for (let day = 0; day < 400; day += 1) {
      const now = new Date(Date.UTC(2026, 0, 1 + day, 23, 30));
      const { startsAt, timeZone } = firstConcert('open', now);
      const shown = new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'long',
        hour: 'numeric',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(startsAt);
      expect(shown).toBe('Saturday 18:00');
      const weeks = (startsAt.getTime() - now.getTime()) / (7 * 86_400_000);
      expect(weeks).toBeGreaterThan(7.9);
      expect(weeks).toBeLessThan(9.1);
    }
  });
});
