import type { OpenShop } from '../shop.ts';
import { line } from '../figures.ts';
import type { Fleet, Part } from '../../dev/system/fleet/fleet.ts';
import { compareTurns } from './report.ts';
import { handledBy, serviceWork, type SecondCopy } from './service-work.ts';
import { BUYERS, RUSH_SECONDS, Stretches, WARM_ORDERS } from './stretches.ts';

/** What there can be two of on one machine. */
export const COPIED: readonly Part[] = ['svc-booking', 'svc-payment', 'svc-notify'];
/** Turns of each number of copies; more would sell out the largest hall there may be. */
const TURNS = 18;

/**
 * Two copies of each, then one and two in turns of some seconds: two against one. The speed of this machine changes by a tenth from one minute
 * to the next, so that whole stretches of one and of two told less. While there is to be one, the second copies are stopped by a signal: they
 * use nothing and do nothing, and go on as warm as they were.
 */
export async function measureCopies(fleet: Fleet, shop: OpenShop, seconds: number): Promise<void> {
  const second = fleet.copies
    .filter((copy) => copy.pid() !== fleet.system.part(copy.part).pid)
    .map(({ part, metricsPort, pid }): SecondCopy => {
      return { name: `${part} (second)`, pid: pid()!, metrics: `http://127.0.0.1:${metricsPort}/metrics` };
    });
  const signal = (name: NodeJS.Signals) => () => {
    for (const { pid } of second) process.kill(pid, name);
  };
  const stretches = new Stretches(shop, seconds, second);
  try {
    await stretches.buyUnmeasured(WARM_ORDERS);
    await stretches.measure(`${BUYERS} buyers at once, two copies of ${COPIED.join(', ')}`, () => stretches.crowd.begin(BUYERS));
    process.stdout.write('\nTwo copies against one, in turns\n');
    const before = await serviceWork(shop.system, second);
    const [one, two] = await stretches
      .alternate([signal('SIGSTOP'), signal('SIGCONT')], Math.max(2, Math.round((TURNS * seconds) / RUSH_SECONDS)))
      .finally(signal('SIGCONT'));
    compareTurns({ name: 'two', turns: two }, { name: 'one', turns: one });
    line('  handled by second copies', '', handledBy(second, before, await serviceWork(shop.system, second)));
  } finally {
    await stretches.close();
  }
}
