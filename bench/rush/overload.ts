import { line } from '../figures.ts';
import { compareMoney, type OpenShop } from '../shop.ts';
import { compareStretches, rateOf, type Stretch } from './report.ts';
import { BUYERS, Stretches, WARM_ORDERS } from './stretches.ts';

/** So many times as many people come as can be served. */
const TOO_MANY = 5;
/** After so many refusals a person goes away. */
const MAX_PRESSES = 3;
/** How often a rate of as many as can be served is followed by one beside too many: the speed of a machine changes within minutes. */
const TURNS = 2;

/** As many as can be served, too many, and so on, as many as can be served at the end: the goodput among too many against the others. */
export async function measureOverload(shop: OpenShop, seconds: number): Promise<void> {
  const stretches = new Stretches(shop, seconds);
  const { crowd } = stretches;
  const measure = async (title: string, begin: () => void, arrivals?: number): Promise<Stretch> => {
    // A comparison of the money costs one of the stretches some per cent.
    await compareMoney(shop.system);
    return stretches.measure(title, begin, arrivals);
  };
  const serve = () => measure(`${BUYERS} buyers at once`, () => crowd.begin(BUYERS));
  try {
    await stretches.buyUnmeasured(WARM_ORDERS);
    const [enough, tooMany]: [Stretch[], Stretch[]] = [[await serve()], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const arrivals = TOO_MANY * rateOf(enough[0]!);
      const title = `${arrivals.toFixed(0)} people come every second, ${TOO_MANY} times as many as are served`;
      tooMany.push(await measure(title, () => crowd.beginEvery(arrivals, MAX_PRESSES), arrivals));
      enough.push(await serve());
    }
    process.stdout.write(`\nToo many people against ${BUYERS} buyers at once\n`);
    compareStretches({ name: 'too many', turns: tooMany }, { name: `${BUYERS} at once`, turns: enough });
    line('went away', String(crowd.left), `after ${MAX_PRESSES} refusals`);
  } finally {
    await stretches.close();
  }
}
