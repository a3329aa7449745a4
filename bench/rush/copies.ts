import type { OpenShop } from '../shop.ts';
import type { Fleet, Part } from '../../dev/system/fleet/fleet.ts';
import type { Profiles } from './profiles.ts';
import { compareStretches, costOf, rateOf, type Stretch } from './report.ts';
import type { SecondCopy } from './service-work.ts';
import { BUYERS, Stretches } from './stretches.ts';

/** What there can be two of on one machine. */
export const COPIED: readonly Part[] = ['svc-booking', 'svc-payment', 'svc-notify'];
/**
 * How often one copy is followed by two: a machine's speed changes within minutes, so each number of copies has several turns. A turn is as long
 * as the time between two checkpoints of MongoDB, each of which costs seconds of the rate: half as long, and luck says who meets one. More turns would sell
 * out the largest hall there may be.
 */
const TURNS = 2;
/** Orders before anything is measured: until then each order costs the database and the stand-ins more than the one before. */
const GROWN_ORDERS = 10_000;
/** Orders after a copy began: code that has run less is not compiled yet. */
const COPIES_WARM_ORDERS = 3_000;

/** One copy of each, two, one, and so on, one again at the end: two against one. What changes steadily meanwhile is the same for both. */
export async function measureCopies(fleet: Fleet, shop: OpenShop, seconds: number, profiles: Profiles | undefined): Promise<void> {
  const second = () => fleet.copies.filter((copy) => copy.pid() !== fleet.system.part(copy.part).pid);
  let areTwo = true;
  const running = (): SecondCopy[] =>
    (areTwo ? second() : []).flatMap((copy) => {
      const pid = copy.pid();
      return pid === undefined ? [] : [{ name: `${copy.part} (second)`, pid, metrics: `http://127.0.0.1:${copy.metricsPort}/metrics` }];
    });
  const stretches = new Stretches(shop, seconds, running);
  const begin = () => stretches.crowd.begin(BUYERS);
  const alone = async () => {
    for (const copy of second()) await fleet.dismiss(copy);
    areTwo = false;
    return stretches.measure(`${BUYERS} buyers at once, one copy of ${COPIED.join(', ')}`, begin);
  };
  const both = async () => {
    for (const copy of second()) await fleet.roll(copy);
    areTwo = true;
    await stretches.buyUnmeasured(COPIES_WARM_ORDERS);
    return stretches.measure('The same with two copies', begin);
  };
  try {
    await stretches.buyUnmeasured(GROWN_ORDERS);
    const [one, two]: [Stretch[], Stretch[]] = [[await alone()], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      two.push(await both());
      if (profiles && turn === 0) await stretches.profile(profiles);
      one.push(await alone());
    }
    compare(one, two);
  } finally {
    await stretches.close();
  }
}

function compare(one: readonly Stretch[], two: readonly Stretch[]): void {
  process.stdout.write('\nTwo copies against one\n');
  const [single, double] = [
    { name: 'one', stretches: one },
    { name: 'two', stretches: two },
  ] as const;
  compareStretches('rate', rateOf, 1, double, single);
  compareStretches('a fixed piece of work', ({ workMs }) => workMs, 3, double, single);
  // Orders in the time that the fixed work takes.
  compareStretches('rate, had the machine been equally fast', (stretch) => rateOf(stretch) * stretch.workMs, 1, double, single);
  compareStretches('processor per order, everything of ours', costOf, 2, double, single);
}
