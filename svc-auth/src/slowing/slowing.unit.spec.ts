import { describe, expect, it } from '@jest/globals';
import { RULES, waitSeconds } from './slowing.ts';

const now = new Date('2026-01-10T18:00:00Z');
const failed = (count: number, secondsAgo = 0) => ({ count, lastAt: new Date(now.getTime() - secondsAgo * 1_000) });
const rule = RULES.accountFromSource;

describe('slowing', () => {
  it('costs nothing for the first failures', () => {
    expect([undefined, failed(1), failed(rule.free - 1)].map((failures) => waitSeconds(rule, failures, now))).toEqual([0, 0, 0]);
  });
  it('doubles the wait with each further failure, up to a limit', () => {
    expect([5, 6, 7, 8, 13, 14, 1_000].map((count) => waitSeconds(rule, failed(count), now))).toEqual([1, 2, 4, 8, 256, 300, 300]);
  });
  it('lets the next try in when the wait is over', () => {
    expect([0, 1, 3, 4].map((secondsAgo) => waitSeconds(rule, failed(7, secondsAgo), now))).toEqual([4, 3, 1, 0]);
  });
  it('forgets', () => {
    expect(waitSeconds({ free: 1, longestSeconds: 10_000 }, failed(1_000, 900), now)).toBe(0);
  });
  it('keeps the owner of an account under attack waiting ten seconds at most elsewhere', () => {
    expect(waitSeconds(RULES.account, failed(1_000_000), now)).toBe(10);
  });
});
