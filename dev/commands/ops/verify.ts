import { Failure } from '@concert/machine-kit/failure';
import { SERVICES } from '@concert/machine-kit/rooms';
import type { Connection } from 'mongoose';
import type { ProviderTotals } from '../../system/invariants/invariant.ts';
import { isSound, lookUntilSound, tableOf } from '../../system/invariants/invariants.ts';
import type { Operation } from './operation.ts';

/** What is under way is done within this time (invariant I14). */
const WITHIN_MS = 60_000;

/** Prints every invariant with its breaches; the exit code is 1 where there is one. */
export async function verify(operation: Operation): Promise<void> {
  const databases: Record<string, Connection> = {};
  for (const service of SERVICES) databases[service.slice('svc-'.length)] = await operation.database(service);
  const payments = operation.env.MONGO_URL ? undefined : (await operation.local()).payments;
  const provider = payments && (() => totalsAt(payments));
  const findings = await lookUntilSound({ databases, ...(provider ? { provider } : {}) }, WITHIN_MS);
  operation.say(tableOf(findings));
  if (!isSound(findings)) operation.exitCode = 1;
}

/** @throws Failure when the stand-in does not answer */
async function totalsAt(payments: string): Promise<ProviderTotals> {
  const answer = await fetch(`${payments}/_admin/totals`).catch(() => undefined);
  if (!answer?.ok) throw new Failure('The stand-in of the payment provider does not answer.', 'npm run ops -- status shows what runs.');
  return (await answer.json()) as ProviderTotals;
}
