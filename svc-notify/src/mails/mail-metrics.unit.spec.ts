import { Metrics } from '@concert/service-kit/process/metrics';
import { FakeClock } from '@concert/test-kit/clock';
import { describe, expect, it } from '@jest/globals';
import { MailMetrics } from './mail-metrics.ts';

const WATCHED = ['mail_oldest_waiting_seconds', 'mails_in_trouble', 'mails_refused'];

describe('the metrics of mails', () => {
  it('are told by every copy, each time from what is stored', async () => {
    const clock = new FakeClock('2026-11-21T12:00:00.000Z');
    const stored = { since: undefined as Date | undefined, trouble: 0, refused: 0 };
    const mails = {
      oldestWaiting: () => Promise.resolve(stored.since),
      countTrouble: () => Promise.resolve(stored.trouble),
      countRefused: () => Promise.resolve(stored.refused),
    };
    const copies = [1, 2].map(() => new Metrics('svc-notify'));
    for (const metrics of copies) new MailMetrics(metrics, mails, clock);
    const told = () =>
      Promise.all(
        copies.map(async ({ registry }) =>
          Promise.all(WATCHED.map(async (name) => Number(/ (\S+)\s*$/.exec(await registry.getSingleMetricAsString(name))?.[1]))),
        ),
      );
    expect(await told()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    Object.assign(stored, { since: clock.now(), trouble: 3, refused: 1 });
    clock.advance({ minutes: 2 });
    expect(await told()).toEqual([
      [120, 3, 1],
      [120, 3, 1],
    ]);
    Object.assign(stored, { since: undefined, trouble: 0, refused: 0 });
    expect(await told()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });
});
