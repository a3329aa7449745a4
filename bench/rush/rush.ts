import { MAX_SEATS } from '@concert/contracts/booking/settings';
import { startSystem } from '../../dev/system/system.ts';
import { withOwnSystem } from '../../dev/system/own-system.ts';
import { openSystemUnderTest, resize, type SystemUnderTest } from '../system-under-test.ts';
import { measureOverload } from './overload.ts';
import { rateOf } from './report.ts';
import { RUSH_SETTINGS } from '../../dev/system/rush-settings.ts';
import { BUYERS, RUSH_SECONDS, MeasurementWindows, WARM_ORDERS } from './measurement-windows.ts';

/** What a rush is measured in; each can be asked for by its word. */
export const RUSH_PARTS = ['plain', 'half', 'overload'] as const;
export type RushPart = (typeof RUSH_PARTS)[number];

export interface RushOptions {
  readonly parts: readonly RushPart[];
  /** How long each window is measured. */
  readonly seconds: number;
}

/** Two hundred people buy at once: orders per second, how long each step takes, and what an order costs every process and the database. */
export async function benchRush({ parts, seconds }: RushOptions): Promise<void> {
  if (seconds < RUSH_SECONDS)
    process.stdout.write(`\nSHORT: ${seconds} s a window instead of ${RUSH_SECONDS}; for trying, not for figures.\n`);
  // Systems of their own: all windows together would sell out the largest hall there may be.
  if (parts.includes('plain') || parts.includes('half'))
    await withOwnSystemUnderTest((underTest) => measureParts(underTest, seconds, parts));
  if (parts.includes('overload')) await withOwnSystemUnderTest((underTest) => measureOverload(underTest, seconds));
}

function withOwnSystemUnderTest(work: (underTest: SystemUnderTest) => Promise<void>): Promise<void> {
  return withOwnSystem(
    (place) => startSystem({ ...place, settings: RUSH_SETTINGS }),
    async (system) => {
      const underTest = await openSystemUnderTest(system);
      try {
        await resize(system, 'General Seating', () => MAX_SEATS);
        await work(underTest);
      } finally {
        await underTest.close();
      }
    },
    { LOG_LEVEL: 'warn', ...process.env },
  );
}

async function measureParts(underTest: SystemUnderTest, seconds: number, parts: readonly RushPart[]): Promise<void> {
  const windows = new MeasurementWindows(underTest, seconds);
  const { generator } = windows;
  try {
    await windows.buyUnmeasured(WARM_ORDERS);
    const plain = await windows.measure(`${BUYERS} buyers at once`, () => generator.begin(BUYERS));
    if (parts.includes('half')) await windows.measure('Half of that', () => generator.beginEvery(rateOf(plain) / 2));
  } finally {
    await windows.close();
  }
}
