import { expect, it } from '@jest/globals';
import { Metrics } from '@concert/service-kit/process/metrics';
import { FakeClock } from '@concert/test-kit/clock';
import { SeatMetricsModule } from './seat-metrics.module.ts';
import type { StockNow } from './stock.ts';

it('B9-600 tells, for the alert about seats that are held and not paid, what is held, sold and free for anybody: an ended hold is free, a seat protected for some is not', async () => {
  const metrics = new Metrics('svc-booking');
  const pools = { accessible: { seats: 2, sold: 0, held: 0 }, companions: { seats: 2, sold: 0, held: 0 } };
  let stock: StockNow = { seating: 'VIP Seating', capacity: 30, sold: 10, held: 16, ended: 6, version: 1, pools };
  new SeatMetricsModule(metrics, { all: () => Promise.resolve([stock]) }, new FakeClock('2027-01-10T12:00:00.000Z'));
  const values = async () =>
    Object.fromEntries(
      (await metrics.registry.getSingleMetric('seats')!.get()).values.map(({ labels, value }) => [labels['state'], value]),
    );
  expect(await values()).toEqual({ capacity: 30, held: 10, sold: 10, free: 6 });
  // Nobody can have one of the others any more, although four seats are empty.
  stock = { ...stock, ended: 0 };
  expect(await values()).toEqual({ capacity: 30, held: 16, sold: 10, free: 0 });
});
