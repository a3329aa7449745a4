import { printFigure } from '../figures.ts';
import { compareMoney, type SystemUnderTest } from '../system-under-test.ts';
import { BUYERS, MeasurementWindows, WARM_ORDERS } from './measurement-windows.ts';
import { compareWindows, rateOf, type MeasurementWindow } from './report.ts';

/** So many times as many people come as can be served. */
const TOO_MANY = 5;
/** After so many refusals a person goes away. */
const MAX_REPEATS = 3;
/** How often a rate of as many as can be served is followed by one beside too many: the speed of a machine changes within minutes. */
const TURNS = 2;

async function withWindows(
  underTest: SystemUnderTest,
  seconds: number,
  work: (windows: MeasurementWindows) => Promise<void>,
): Promise<void> {
  const windows = new MeasurementWindows(underTest, seconds);
  try {
    await windows.buyUnmeasured(WARM_ORDERS);
    await work(windows);
  } finally {
    await windows.generator.close();
  }
}

/** Two hundred people buy at once, then at half that rate: orders per second, how long each step takes, what an order costs. */
export function benchRush(underTest: SystemUnderTest, seconds: number): Promise<void> {
  return withWindows(underTest, seconds, async (windows) => {
    const plain = await windows.measure(`${BUYERS} buyers at once`, () => windows.generator.begin(BUYERS));
    await windows.measure('Half of that', () => windows.generator.beginEvery(rateOf(plain) / 2));
  });
}

/** As many as can be served, too many, and so on, as many as can be served at the end: the goodput among too many against the others. */
export function benchOverload(underTest: SystemUnderTest, seconds: number): Promise<void> {
  return withWindows(underTest, seconds, async (windows) => {
    const { generator } = windows;
    const measure = async (title: string, begin: () => void, arrivals?: number): Promise<MeasurementWindow> => {
      // A comparison of the money costs one of the windows some per cent.
      await compareMoney(underTest.system);
      return windows.measure(title, begin, arrivals);
    };
    const serve = () => measure(`${BUYERS} buyers at once`, () => generator.begin(BUYERS));
    const [enough, tooMany]: [MeasurementWindow[], MeasurementWindow[]] = [[await serve()], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const arrivals = TOO_MANY * rateOf(enough[0]!);
      const title = `${arrivals.toFixed(0)} people come every second, ${TOO_MANY} times as many as are served`;
      tooMany.push(await measure(title, () => generator.beginEvery(arrivals, MAX_REPEATS), arrivals));
      enough.push(await serve());
    }
    console.log(`\nToo many people against ${BUYERS} buyers at once`);
    compareWindows(tooMany, enough);
    printFigure('went away', String(generator.left), `after ${MAX_REPEATS} refusals`);
  });
}
