import path from 'node:path';
import { findBrowser } from '@concert/machine-kit/browser';
import { ROOT } from '@concert/machine-kit/rooms';
import { readAddress } from './address.ts';
import { clearAbandonedSystems, startOwnSystem } from './own-system.ts';
import { announceSystem, USE_SYSTEM } from './running-system.ts';
import type { SystemOptions } from './system.ts';

/** What the processes of the last journeys logged, kept to find out why one failed. */
const LOGS = path.join(ROOT, '.cache/e2e-logs');

const SETTINGS = {
  // All journeys come from one address, and on a quick machine they ask more often than the default allows one.
  gateway: { RATE_LIMIT_PER_MINUTE: '30000', RATE_LIMIT_AUTH_PER_MINUTE: '30000', RATE_LIMIT_FORMS_PER_MINUTE: '300' },
} satisfies SystemOptions['settings'];

let end: (() => Promise<void>) | undefined;

/** Runs once before the journeys: a system of their own, on ports and data of its own, so that a running `npm start` is not disturbed. */
export async function startJourneys(): Promise<void> {
  const given = process.env[USE_SYSTEM];
  if (given) {
    const address = await readAddress(path.resolve(ROOT, given));
    if (address === undefined) throw new Error(`No system runs on the data in ${given}.`);
    return announceSystem(address);
  }
  process.env.CHROME_PATH ??= await findBrowser({ say: (text) => console.log(text) });
  await clearAbandonedSystems();
  const { parts: _parts, part: _part, plan: _plan, stop, ...address } = await startOwnSystem({ settings: SETTINGS, logs: LOGS });
  announceSystem(address);
  end = stop;
}

/** Runs once after the journeys, also when they failed. */
export async function stopJourneys(): Promise<void> {
  await end?.();
}
