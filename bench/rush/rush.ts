import { MAX_SEATS } from '@concert/contracts/booking/settings';
import type { SystemAddress } from '../../dev/system/address.ts';
import { Fleet } from '../../dev/system/fleet/fleet.ts';
import { startSystem } from '../../dev/system/system.ts';
import { onEndSignal, withOwnSystem } from '../../dev/system/own-system.ts';
import { openSystemUnderTest, resize, type SystemUnderTest } from '../system-under-test.ts';
import { COPIED_PARTS, measureCopies } from './copies.ts';
import { measureOverload } from './overload.ts';
import { rateOf } from './report.ts';
import { RUSH_SETTINGS } from '../../dev/system/rush-settings.ts';
import { BUYERS, RUSH_SECONDS, MeasurementWindows, WARM_ORDERS } from './measurement-windows.ts';

/** What a rush is measured in; each can be asked for by its word. */
export const RUSH_PARTS = ['plain', 'half', 'overload', 'copies'] as const;
export type RushPart = (typeof RUSH_PARTS)[number];

export interface RushOptions {
  readonly parts: readonly RushPart[];
  /** How long each window is measured. */
  readonly seconds: number;
}

/** As often as the chart's probes ask: each question costs the copies time of the processor. */
const READINESS_MS = 3_000;

/**
 * Two hundred people at once, each from the reservation to the mail with the tickets: orders per second, how long each step
 * takes, and what an order costs every process and the database.
 */
export async function benchRush({ parts, seconds }: RushOptions): Promise<void> {
  if (seconds < RUSH_SECONDS)
    process.stdout.write(`\nSHORT: ${seconds} s a window instead of ${RUSH_SECONDS}; for trying, not for figures.\n`);
  const env = { LOG_LEVEL: 'warn', ...process.env };
  // Systems of their own: all windows together would sell out the largest hall there may be.
  if (parts.includes('plain') || parts.includes('half'))
    await withOwnSystemUnderTest(RUSH_SETTINGS, (underTest) => measureParts(underTest, seconds, parts), env);
  if (parts.includes('overload')) await withOwnSystemUnderTest(RUSH_SETTINGS, (underTest) => measureOverload(underTest, seconds), env);
  if (parts.includes('copies')) await benchCopies(seconds, env);
}

/** All copies are known to the gateway. */
async function benchCopies(seconds: number, env: NodeJS.ProcessEnv): Promise<void> {
  const fleet = await Fleet.start({
    twice: COPIED_PARTS,
    lookMs: READINESS_MS,
    settings: RUSH_SETTINGS,
    env,
  });
  onEndSignal(() => fleet.stop());
  try {
    await withSystemUnderTest(fleet.system, (underTest) => measureCopies(fleet, underTest, seconds));
  } finally {
    await fleet.stop();
  }
}

function withOwnSystemUnderTest(
  settings: typeof RUSH_SETTINGS,
  work: (underTest: SystemUnderTest) => Promise<void>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  return withOwnSystem(
    (place) => startSystem({ ...place, settings }),
    (system) => withSystemUnderTest(system, work),
    env,
  );
}

async function withSystemUnderTest(system: SystemAddress, work: (underTest: SystemUnderTest) => Promise<void>): Promise<void> {
  const underTest = await openSystemUnderTest(system);
  try {
    await resize(system, 'General Seating', () => MAX_SEATS);
    await work(underTest);
  } finally {
    await underTest.close();
  }
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
