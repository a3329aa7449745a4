import { expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { Metrics } from '@concert/service-kit/process/metrics';
import { FakeClock } from '@concert/test-kit/clock';
import { MessageRunMetrics } from './message-run-metrics.ts';
import type { MessageRun } from './message-run.ts';

const clock = new FakeClock('2026-11-21T12:00:00.000Z');
const before = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000);
const run = (byte: number, goesOnSince: Date) =>
  ({ id: idFromBytes('messageRun', new Uint8Array(17).fill(byte)), goesOnSince }) as unknown as MessageRun;

it('B2-518 tells for how long the slowest run stands still, and how many people are unreached', async () => {
  const metrics = new Metrics('svc-notify');
  const [old, resumed] = [run(1, before(3_600)), run(2, before(60))];
  let running: MessageRun[] = [];
  const accepted = new Map([
    [old.id, before(900)],
    [resumed.id, before(7_200)],
  ]);
  new MessageRunMetrics(
    metrics,
    { inState: () => Promise.resolve(running) },
    { lastAccepted: (id) => Promise.resolve(accepted.get(id)), countUnreached: () => Promise.resolve(3) },
    clock,
  );
  const value = async (name: string) => (await metrics.registry.getSingleMetric(name)!.get()).values[0]?.value;
  expect(await value('message_run_stands_still_seconds')).toBe(0);
  running = [old, resumed];
  expect(await value('message_run_stands_still_seconds')).toBe(900);
  running = [resumed];
  expect(await value('message_run_stands_still_seconds')).toBe(60);
  expect(await value('message_people_unreached')).toBe(3);
});
