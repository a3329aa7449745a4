import type { Databases } from '../../system/invariants/rows.ts';
import { lookAt } from '../../system/invariants/invariants.ts';
import { restore } from './backup.ts';

/**
 * Restores a backup into empty databases beside those of the system, compares every document with the backup, looks at the invariants, and
 * drops them again. The system goes on meanwhile.
 * @param databases of the system, by their names
 * @returns each breach in words
 * @throws Failure when the backup is damaged, or cannot be restored
 */
export async function rehearseRestore(databases: Databases, folder: string, key: Uint8Array): Promise<string[]> {
  const beside = Object.fromEntries(
    Object.entries(databases).map(([name, connection]) => [name, connection.useDb(`rehearsal-${connection.name}`)]),
  );
  try {
    await restore(beside, folder, key);
    return (await lookAt({ databases: beside }, 'copy')).flatMap(({ breaches }) => breaches);
  } finally {
    for (const connection of Object.values(beside)) await connection.dropDatabase();
  }
}
