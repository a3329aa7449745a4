import { compareMoney, type OpenShop } from '../shop.ts';
import { compareStretches, type Stretch } from './report.ts';
import { BUYERS, Stretches, WARM_ORDERS } from './stretches.ts';
import { reserveUnpaid } from './unpaid.ts';

const OPEN_HOLDS = 10_000;
/** How often a rate without holds is followed by one beside them: the speed of a machine changes within minutes. */
const TURNS = 2;

/** Without holds, beside them, and so on, without at the end: the rates beside holds against those without. */
export async function measureHolds(shop: OpenShop, seconds: number): Promise<void> {
  const stretches = new Stretches(shop, seconds);
  const measure = async (circumstances: string): Promise<Stretch> => {
    // A comparison of the money costs one of the stretches some per cent, and the first long one always came in the same.
    await compareMoney(shop.system);
    return stretches.measure(`${BUYERS} buyers at once ${circumstances}`, () => stretches.crowd.begin(BUYERS));
  };
  try {
    await stretches.buyUnmeasured(WARM_ORDERS);
    const [without, beside]: [Stretch[], Stretch[]] = [[await measure('without a hold')], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const giveUp = await reserveUnpaid(shop, OPEN_HOLDS);
      beside.push(await measure(`beside ${OPEN_HOLDS} open holds`));
      await giveUp();
      without.push(await measure('once all holds are given up'));
    }
    process.stdout.write(`\nBeside ${OPEN_HOLDS} holds against none\n`);
    compareStretches({ name: 'beside', turns: beside }, { name: 'without', turns: without });
  } finally {
    await stretches.close();
  }
}
