import { describe, expect, it } from '@jest/globals';
import { faultsIn, troubleCounts, RefundSimulation } from './refund-simulation.harness.ts';

describe('a refund, pressed by two organisers at once while processes die and the provider fails', () => {
  it('B3-507 F60 F11 F62 I6 is made exactly once in 1,500 simulations of clicks, kills, 500, timeout and 429', async () => {
    expect(await faultsIn(1_500, (seed) => new RefundSimulation(seed, true))).toEqual([]);
    const troubles = [
      '500',
      '429',
      'no answer in time',
      'killed before the request left',
      'killed before the answer was stored',
      'killed before the transaction',
      'killed before the commit',
      'killed after the commit',
      'several attempts',
      'failed after it had succeeded',
    ];
    for (const trouble of troubles) expect([trouble, (troubleCounts.get(trouble) ?? 0) > 100]).toEqual([trouble, true]);
  });

  it('is not, where no key is kept and nobody reads before sending again', async () => {
    expect((await faultsIn(150, (seed) => new RefundSimulation(seed, false))).length).toBeGreaterThan(0);
  });
});
