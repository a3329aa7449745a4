import { MAX_SEATS } from '@concert/contracts/booking/settings';
import type { SystemAddress } from '../../dev/system/address.ts';
import { Fleet } from '../../dev/system/fleet/fleet.ts';
import { startSystem } from '../../dev/system/system.ts';
import { atEnd, withOwnSystem } from '../own-system.ts';
import { openShop, resize, type OpenShop } from '../shop.ts';
import { COPIED, measureCopies } from './copies.ts';
import { measureOverload } from './overload.ts';
import { rateOf } from './report.ts';
import { RUSH_SETTINGS } from './settings.ts';
import { BUYERS, RUSH_SECONDS, Stretches, WARM_ORDERS } from './stretches.ts';

/** What a rush is measured in; each can be asked for by its word. */
export const RUSH_PARTS = ['plain', 'half', 'overload', 'copies'] as const;
export type RushPart = (typeof RUSH_PARTS)[number];

export interface RushOptions {
  readonly parts: readonly RushPart[];
  /** How long each stretch is measured. */
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
    process.stdout.write(`\nSHORT: ${seconds} s a stretch instead of ${RUSH_SECONDS}; for trying, not for figures.\n`);
  const env = { LOG_LEVEL: 'warn', ...process.env };
  // Systems of their own: all stretches together would sell out the largest hall there may be.
  if (parts.includes('plain') || parts.includes('half')) await inOwnShop(RUSH_SETTINGS, (shop) => measureParts(shop, seconds, parts), env);
  if (parts.includes('overload')) await inOwnShop(RUSH_SETTINGS, (shop) => measureOverload(shop, seconds), env);
  if (parts.includes('copies')) await benchCopies(seconds, env);
}

/** All copies are known to the gateway. */
async function benchCopies(seconds: number, env: NodeJS.ProcessEnv): Promise<void> {
  const fleet = await Fleet.start({
    twice: COPIED,
    lookMs: READINESS_MS,
    settings: RUSH_SETTINGS,
    env,
  });
  atEnd(() => fleet.stop());
  try {
    await inShop(fleet.system, (shop) => measureCopies(fleet, shop, seconds));
  } finally {
    await fleet.stop();
  }
}

function inOwnShop(settings: typeof RUSH_SETTINGS, work: (shop: OpenShop) => Promise<void>, env: NodeJS.ProcessEnv): Promise<void> {
  return withOwnSystem(
    (place) => startSystem({ ...place, settings }),
    (system) => inShop(system, work),
    env,
  );
}

async function inShop(system: SystemAddress, work: (shop: OpenShop) => Promise<void>): Promise<void> {
  const shop = await openShop(system);
  try {
    await resize(system, 'General Seating', () => MAX_SEATS);
    await work(shop);
  } finally {
    await shop.close();
  }
}

async function measureParts(shop: OpenShop, seconds: number, parts: readonly RushPart[]): Promise<void> {
  const stretches = new Stretches(shop, seconds);
  const { crowd } = stretches;
  try {
    await stretches.buyUnmeasured(WARM_ORDERS);
    const plain = await stretches.measure(`${BUYERS} buyers at once`, () => crowd.begin(BUYERS));
    if (parts.includes('half')) await stretches.measure('Half of that', () => crowd.beginEvery(rateOf(plain) / 2));
  } finally {
    await stretches.close();
  }
}
