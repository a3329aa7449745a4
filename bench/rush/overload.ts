import { printFigure } from '../figures.ts';
import { compareMoney, type SystemUnderTest } from '../system-under-test.ts';
import { compareWindows, rateOf, type MeasurementWindow } from './report.ts';
import { BUYERS, MeasurementWindows, WARM_ORDERS } from './measurement-windows.ts';

/** So many times as many people come as can be served. */
const TOO_MANY = 5;
/** After so many refusals a person goes away. */
const MAX_REPEATS = 3;
/** How often a rate of as many as can be served is followed by one beside too many: the speed of a machine changes within minutes. */
const TURNS = 2;

/** As many as can be served, too many, and so on, as many as can be served at the end: the goodput among too many against the others. */
export async function measureOverload(underTest: SystemUnderTest, seconds: number): Promise<void> {
  const windows = new MeasurementWindows(underTest, seconds);
  const { generator } = windows;
  const measure = async (title: string, begin: () => void, arrivals?: number): Promise<MeasurementWindow> => {
    // A comparison of the money costs one of the windows some per cent.
    await compareMoney(underTest.system);
    return windows.measure(title, begin, arrivals);
  };
  const serve = () => measure(`${BUYERS} buyers at once`, () => generator.begin(BUYERS));
  try {
    await windows.buyUnmeasured(WARM_ORDERS);
    const [enough, tooMany]: [MeasurementWindow[], MeasurementWindow[]] = [[await serve()], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const arrivals = TOO_MANY * rateOf(enough[0]!);
      const title = `${arrivals.toFixed(0)} people come every second, ${TOO_MANY} times as many as are served`;
      tooMany.push(await measure(title, () => generator.beginEvery(arrivals, MAX_REPEATS), arrivals));
      enough.push(await serve());
    }
    process.stdout.write(`\nToo many people against ${BUYERS} buyers at once\n`);
    compareWindows(tooMany, enough);
    printFigure('went away', String(generator.left), `after ${MAX_REPEATS} refusals`);
  } finally {
    await windows.close();
  }
}
