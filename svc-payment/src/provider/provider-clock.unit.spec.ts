import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLog } from '@concert/service-kit/process/log';
import { FakeClock } from '@concert/test-kit/clock';
import { ProviderClock } from './provider-clock.ts';

const START = Date.parse('2026-01-10T18:00:00.000Z');
let ours: FakeClock;
let lines: string[];
let clock: ProviderClock;

beforeEach(() => {
  ours = new FakeClock(new Date(START).toISOString());
  lines = [];
  clock = new ProviderClock(ours, createLog('svc-payment', 'info', { write: (line) => void lines.push(line) }));
});

/** An answer of a provider whose clock is ahead, which took a while. */
function answered(aheadMs: number, tookMs = 300): void {
  const askedAt = clock.now();
  ours.advance({ milliseconds: tookMs });
  clock.learn(new Date(clock.now() + aheadMs).toUTCString(), askedAt);
}

describe("the provider's clock", () => {
  it.each([400, 100, 4_000])('is ours when both agree, however whole seconds fall and with answers of %i ms', (tookMs) => {
    for (let answers = 0; answers < 50; answers += 1) answered(0, tookMs);
    expect(clock.aheadMs).toBe(0);
  });

  it.each([90_000, -90_000, 600_000, 3_599_000])('is known to a second when it is %i ms ahead', (aheadMs) => {
    answered(aheadMs);
    expect(Math.abs(clock.aheadMs - aheadMs)).toBeLessThan(1_000);
  });

  it('is known anew when it was set right, or ours was', () => {
    answered(90_000);
    ours.advance({ seconds: 90 });
    answered(0);
    expect(Math.abs(clock.aheadMs)).toBeLessThan(1_000);
  });

  it.each([3_602_000, -3_602_000, 86_400_000])('is not believed %i ms away, and what was measured is told', (aheadMs) => {
    answered(aheadMs);
    expect(clock.aheadMs).toBe(0);
    expect(Math.abs(clock.measuredAheadMs - aheadMs)).toBeLessThan(1_000);
    expect(lines).toHaveLength(1);
  });

  it('is told once when it comes ten seconds away, and again after it had been right', () => {
    for (const aheadMs of [5_000, 12_000, 13_000, 0, -12_000, -13_000]) answered(aheadMs);
    expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
      'the clock of the payment provider is ahead of ours',
      'the clock of the payment provider is behind ours',
    ]);
  });

  it.each([undefined, '', 'yesterday'])('is as it was after an answer that names the time as %j', (date) => {
    answered(90_000);
    const before = clock.aheadMs;
    clock.learn(date, clock.now());
    expect(clock.aheadMs).toBe(before);
  });
});
