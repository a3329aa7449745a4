import type { ReadinessRow } from '@concert/contracts/core/readiness';
import type { Check, Finding, House } from './check.ts';
import { imagesCheck } from './images.ts';
import { settingsCheck } from './settings.ts';

/** Every check, in the order in which they are told. Setup, doctor, the page /go-live and the hourly alert ask this table and nothing else. */
export const CHECKS: readonly Check[] = [settingsCheck, imagesCheck];

/** A check as a row of /go-live: what was seen, what is wrong and the next step, a sentence each. */
export function rowOf({ id }: Pick<Check, 'id'>, { state, seen, wrong, next }: Finding): ReadinessRow {
  return { id, state, words: [seen, wrong, next].filter(Boolean).join(' ') };
}

/** Looks at everything at once. A check that fails by itself is one that does not know. */
export async function lookAtHouse(house: House, checks: readonly Check[] = CHECKS): Promise<ReadinessRow[]> {
  const rows = await Promise.all(
    checks.map(async (check) => {
      try {
        const found = await check.look(house);
        return found && rowOf(check, found);
      } catch (error) {
        return rowOf(check, { state: 'unknown', seen: `This could not be looked at: ${(error as Error).message}.` });
      }
    }),
  );
  return rows.filter((row) => row !== undefined);
}
