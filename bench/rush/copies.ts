import { line, mean, ratio } from '../figures.ts';
import type { NamedProcess } from '../meters.ts';
import type { OpenShop } from '../shop.ts';
import type { Fleet, Part } from '../../dev/system/fleet/fleet.ts';
import type { Profiles } from './profiles.ts';
import { costOf, rateOf, type Stretch } from './report.ts';
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
  const running = (): NamedProcess[] =>
    second().flatMap((copy) => {
      const pid = copy.pid();
      return pid === undefined ? [] : [{ name: copy.part, pid }];
    });
  const stretches = new Stretches(shop, seconds, running);
  const begin = () => stretches.crowd.begin(BUYERS);
  const alone = async () => {
    for (const copy of second()) await fleet.dismiss(copy);
    return stretches.measure(`${BUYERS} buyers at once, one copy of ${COPIED.join(', ')}`, begin);
  };
  const both = async () => {
    for (const copy of second()) await fleet.roll(copy);
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
  const against = (of: (stretch: Stretch) => number) => ratio(mean(two.map(of)) / mean(one.map(of)));
  const each = (of: (stretch: Stretch) => number, digits: number) =>
    `one ${one.map((stretch) => of(stretch).toFixed(digits)).join(', ')}; two ${two.map((stretch) => of(stretch).toFixed(digits)).join(', ')}`;
  process.stdout.write('\nTwo copies against one\n');
  line('rate', against(rateOf), each(rateOf, 1));
  const workOf = ({ workMs }: Stretch) => workMs;
  line('a fixed piece of work', against(workOf), each(workOf, 3));
  const evened = (stretch: Stretch) => rateOf(stretch) * stretch.workMs;
  line('rate, had the machine been equally fast', against(evened), 'orders in the time that the fixed work takes');
  line('processor per order, everything of ours', against(costOf), each(costOf, 2));
}
