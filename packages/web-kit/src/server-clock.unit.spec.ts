import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { learnServerTime, onServerClock, serverNow } from './server-clock.ts';

const NOW = Date.parse('2026-05-01T12:00:00.000Z');
const header = (ms: number) => new Date(ms).toUTCString();
const answered = (serverMs: number, tookMs = 0) => learnServerTime(header(serverMs), Date.now() - tookMs);

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  answered(NOW);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the server’s clock', () => {
  it.each([
    ['right', 0, 0],
    ['right, at the end of a second', -999, 0],
    ['40 minutes ahead', -2_400_000, 0],
    ['40 minutes behind', 2_400_000, 0],
    ['a day ahead, over a slow network', -86_400_000, 8_000],
  ])('B1-514 is known to the second on a device whose clock is %s', (_, aheadMs, tookMs) => {
    // The header was written while the answer was under way, and cut to whole seconds.
    const written = NOW + aheadMs - tookMs / 2;
    answered(written, tookMs);
    expect(Math.abs(serverNow() - (NOW + aheadMs))).toBeLessThanOrEqual(1_000 + tookMs);
    answered(written + tookMs / 2);
    expect(Math.abs(serverNow() - (NOW + aheadMs))).toBeLessThan(1_000);
  });

  it('is left as it is by answers that agree with it, so that what counts down does not jump', () => {
    answered(NOW + 60_000);
    const first = serverNow();
    for (const [laterMs, tookMs] of [
      [0, 5_000],
      [-800, 900],
      [400, 700],
    ] as const) {
      answered(NOW + 60_000 + laterMs, tookMs);
      expect(serverNow()).toBe(first);
    }
  });

  it('is learned anew when the device’s clock is set', () => {
    answered(NOW + 600_000);
    jest.setSystemTime(NOW + 600_000);
    answered(NOW + 600_000);
    expect(serverNow() - (NOW + 600_000)).toBeLessThan(1_000);
    expect(onServerClock(0)).toBe(serverNow() - Date.now());
  });

  it.each([null, undefined, '', 'yesterday'])('is not learned from %j', (date) => {
    const before = serverNow();
    learnServerTime(date, NOW);
    expect(serverNow()).toBe(before);
  });
});
