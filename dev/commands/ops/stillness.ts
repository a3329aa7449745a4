import { setTimeout as pause } from 'node:timers/promises';
import { CLOCKS_APART_MS } from '@concert/contracts/core/durations';
import { Failure } from '@concert/machine-kit/failure';
import { leasesCollection, type LeaseRow } from '@concert/service-kit/store/lease.schema';
import { taskLeaseName, QUEUES_TASK } from '@concert/service-kit/store/schedules';
import type { Databases } from '../../system/invariants/rows.ts';

/** What every running service does every few seconds. The leases of rarer tasks tell nothing: they last until the next run, a day for some. */
const SIGN_OF_LIFE = taskLeaseName(QUEUES_TASK);
const LOOK_MS = 500;
/** A lease that nobody renews has ended by then. */
const WAIT_MS = 40_000;

/**
 * Waits until the leases of services that were killed, or that a backup brought along, have ended.
 * @param databases by their names
 * @throws Failure when a service works on one of them
 */
export async function assertNoServiceWorks(databases: Databases): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  const first = await held(databases);
  let now = first;
  while (now.size > 0) {
    const busy = [...now].filter(([name, until]) => until > (first.get(name) ?? 0) || Date.now() > deadline).map(([name]) => name);
    if (busy.length > 0)
      throw new Failure(
        `Services work on these databases: ${busy.map((name) => `svc-${name}`).join(', ')}.`,
        'stop them (Ctrl-C in the terminal of npm start; scale them to 0 elsewhere), and run the same command again.',
      );
    await pause(LOOK_MS);
    now = await held(databases);
  }
}

/** Until when the sign of life is good, in the databases where it still is. */
async function held(databases: Databases): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [name, connection] of Object.entries(databases)) {
    const now = Date.now();
    // A clock that was wrong wrote one that lasts longer than any does.
    const until = { $gt: new Date(now), $lte: new Date(now + WAIT_MS + CLOCKS_APART_MS) };
    const lease = await connection.collection<LeaseRow>(leasesCollection.name).findOne({ _id: SIGN_OF_LIFE, until });
    if (lease) found.set(name, lease.until.getTime());
  }
  return found;
}
