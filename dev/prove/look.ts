import { isSound, lookUntilSound, tableOf } from '../system/invariants/invariants.ts';
import type { Sources } from '../system/invariants/invariant.ts';
import type { Proof } from './proof.ts';

/** What is under way is done within this time (invariant I14). */
export const SETTLED_MS = 90_000;

/**
 * Looks at every invariant, and at what else must hold, until nothing is wrong any more; what stays wrong is a violation.
 * @param broken what else is wrong, in words
 */
export async function lookAndJudge(proof: Proof, sources: Sources, broken: () => Promise<readonly string[]>): Promise<void> {
  const others = async () => [{ id: '', says: 'whoever was told something has it', breaches: await broken() }];
  const findings = await lookUntilSound(sources, SETTLED_MS, others);
  if (!isSound(findings)) console.log(tableOf(findings));
  for (const { id, breaches } of findings) for (const breach of breaches) proof.violation(`${id} ${breach}`.trim());
}
