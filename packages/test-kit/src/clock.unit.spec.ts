import { expect, it } from '@jest/globals';
import { FakeClock } from './clock.ts';

it('a fake clock stands still until it is moved', () => {
  const clock = new FakeClock('2026-03-08T06:59:59.000Z');
  expect(clock.now()).toEqual(clock.now());
  expect(clock.advance({ minutes: 30, seconds: 1 }).toISOString()).toBe('2026-03-08T07:30:00.000Z');
  expect(clock.set('2026-01-01T00:00:00.000Z').toISOString()).toBe('2026-01-01T00:00:00.000Z');
});
