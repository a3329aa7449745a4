import { Metrics } from '@concert/service-kit/process/metrics';
import { FakeClock } from '@concert/test-kit/clock';
import { describe, expect, it } from '@jest/globals';
import { WebhookMetrics } from './webhook-metrics.ts';

describe('the metrics of notices', () => {
  it('are told by every copy, each time from what is stored', async () => {
    const clock = new FakeClock('2026-11-21T12:00:00.000Z');
    let waiting: { count: number; oldest: Date | undefined } = { count: 0, oldest: undefined };
    const copies = [1, 2].map(() => new Metrics('svc-payment'));
    for (const metrics of copies) new WebhookMetrics(metrics, { waiting: () => Promise.resolve(waiting) }, clock);
    const told = () =>
      Promise.all(
        copies.map(({ registry }) =>
          Promise.all(
            ['provider_notices_owed', 'provider_notices_oldest_owed_seconds'].map(async (name) =>
              Number(/ (\S+)\s*$/.exec(await registry.getSingleMetricAsString(name))?.[1]),
            ),
          ),
        ),
      );
    expect(await told()).toEqual([
      [0, 0],
      [0, 0],
    ]);
    waiting = { count: 4, oldest: clock.now() };
    clock.advance({ seconds: 90 });
    expect(await told()).toEqual([
      [4, 90],
      [4, 90],
    ]);
    waiting = { count: 0, oldest: undefined };
    expect(await told()).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
