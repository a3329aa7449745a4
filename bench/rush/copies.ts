import type { Fleet, Part } from '../../dev/system/fleet/fleet.ts';
import type { OpenShop } from '../shop.ts';
import { compareStretches } from './report.ts';
import type { SecondCopy } from './service-work.ts';
import { BUYERS, Stretches, WARM_ORDERS } from './stretches.ts';

/** What there can be two of on one machine. */
export const COPIED: readonly Part[] = ['svc-booking', 'svc-payment', 'svc-notify'];

/** Two copies of each against one: the second copies are ended between the two stretches. */
export async function measureCopies(fleet: Fleet, shop: OpenShop, seconds: number): Promise<void> {
  const second = fleet.copies
    .filter((copy) => copy.pid() !== fleet.system.part(copy.part).pid)
    .map(({ part, metricsPort, pid }): SecondCopy => {
      return { name: `${part} (second)`, pid: pid()!, metrics: `http://127.0.0.1:${metricsPort}/metrics` };
    });
  const both = new Stretches(shop, seconds, second);
  await both.buyUnmeasured(WARM_ORDERS);
  const two = await both
    .measure(`${BUYERS} buyers at once, two copies of ${COPIED.join(', ')}`, () => both.crowd.begin(BUYERS))
    .finally(() => both.close());
  for (const { pid } of second) process.kill(pid, 'SIGTERM');
  const first = new Stretches(shop, seconds);
  const one = await first
    .measure(`${BUYERS} buyers at once, one copy of each`, () => first.crowd.begin(BUYERS))
    .finally(() => first.close());
  compareStretches({ name: 'two', turns: [two] }, { name: 'one', turns: [one] });
}
