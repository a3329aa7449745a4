import { SERVICES } from '@concert/machine-kit/rooms';
import type { Connection } from 'mongoose';
import { isSound, lookAt, lookUntilSound, tableOf } from '../../system/invariants/invariants.ts';
import { standInTotals } from '../../system/invariants/stand-in-totals.ts';
import type { Operation } from './operation.ts';

/** What is under way is done within this time (invariant I14). */
const WITHIN_MS = 60_000;

/**
 * Prints every invariant with its breaches; the exit code is 1 where there is one.
 * @param isClosed nothing may leave the house, so what is under way waits: only what holds at each moment is looked at
 */
export async function verify(operation: Operation, isClosed: boolean): Promise<void> {
  const databases: Record<string, Connection> = {};
  for (const service of SERVICES) databases[service.slice('svc-'.length)] = await operation.database(service);
  const payments = operation.env.MONGO_URL ? undefined : (await operation.local()).payments;
  const provider = payments && (() => standInTotals(payments));
  const findings = isClosed
    ? await lookAt({ databases }, 'copy')
    : await lookUntilSound({ databases, ...(provider ? { provider } : {}) }, WITHIN_MS);
  operation.say(tableOf(findings));
  if (!isSound(findings)) operation.exitCode = 1;
}
