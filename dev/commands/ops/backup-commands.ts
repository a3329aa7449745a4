import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { wholeNumberIn } from '@concert/contracts/core/as-typed';
import { MINUTE_MS } from '@concert/contracts/core/durations';
import { emptyQueues } from '@concert/service-kit/messages/dead-letters';
import { Failure } from '@concert/machine-kit/failure';
import type { Databases } from '../../system/invariants/rows.ts';
import { keepSecrets } from '../../system/secrets.ts';
import { ageInWords } from './age.ts';
import { backUp, checkBackup, readManifest, restore } from './backup.ts';
import { allQueues, namesAt } from './dead-letters.ts';
import { accessIn, cameBack, endAccess } from './end-access.ts';
import { eraseAgain, erasedIn, readErased, writeErased, type ErasedPerson } from './erase-again.ts';
import type { Operation } from './operation.ts';
import { backupsIn } from '../../system/kept-backups.ts';
import { rehearseRestore } from './rehearse-restore.ts';
import { backupKeyOf } from '../../system/sealed-secrets.ts';
import { assertNoServiceWorks } from './stillness.ts';
import { ERASURES, keepUp, Upkeep } from './upkeep.ts';

/** Said in place of a file: nobody was erased since the backup. */
export const NOBODY = 'nobody';
/** Said in place of a file: the site was closed all the time since the backup, so nobody was erased and no access was ended. */
export const CLOSED = 'closed';
/** When people used the site last. */
const USED_AT = [
  ['auth', 'sessions', 'lastUsedAt'],
  ['booking', 'reserve-your-seat', 'createdAt'],
] as const;

/**
 * The key of backups: BACKUP_KEY, the file BACKUP_KEY_FILE names, or the one among the secrets of the system here.
 * @throws Failure when there is none, or it is not one
 */
async function keyOf({ env, dataFolder }: Operation): Promise<Buffer> {
  const file = env.BACKUP_KEY_FILE;
  const given =
    env.BACKUP_KEY ??
    (file === undefined
      ? undefined
      : await readFile(file, 'utf8').catch(() => {
          throw new Failure(`${file} cannot be read.`, 'set BACKUP_KEY_FILE to the file that holds the key of the backups.');
        }));
  if (given === undefined && env.MONGO_URL)
    throw new Failure(
      'There is no key for backups: they are encrypted, and nobody can read one without its key.',
      'set BACKUP_KEY, or BACKUP_KEY_FILE; a new key is made by openssl rand -hex 32. Keep it apart from the backups.',
    );
  return backupKeyOf(given ?? (await keepSecrets(dataFolder)).backupKey);
}

/** Writes everything the four databases hold into a new folder. */
export async function writeBackup(operation: Operation, folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Failure(`${folder} cannot be a backup (${error.code ?? error.name}).`, 'name a folder that does not exist yet.');
  });
  if (found.length > 0) throw new Failure(`${folder} is not empty.`, 'name a folder that does not exist yet.');
  const key = await keyOf(operation);
  if (!(await operation.agreed(`write every document, personal data included, encrypted to ${folder}`))) return;
  await operation.withDatabases(async (databases, record) => {
    const { madeAt } = await backUp(databases, folder, key, (line) => operation.say(line));
    await record({ act: 'backup.made', subject: { kind: 'backup', id: madeAt } });
    operation.say(`Backed up at ${madeAt} to ${folder}`);
  });
}

/**
 * Keeps the system until the process is stopped: see {@link Upkeep}. It asks nobody, because what it takes away are its own older backups.
 * @throws Failure when there is no key, or BACKUP_EVERY_MINUTES is no number of minutes
 */
export async function keepBackups(operation: Operation, folder: string): Promise<void> {
  const { BACKUP_EVERY_MINUTES, BACKUP_REPOSITORY, METRICS_PORT, SECRETS_FILE } = operation.env;
  const everyMinutes = wholeNumberIn(BACKUP_EVERY_MINUTES || '60');
  if (everyMinutes === undefined || everyMinutes < 5 || everyMinutes > 1_440)
    throw new Failure('BACKUP_EVERY_MINUTES is no number of minutes from 5 to 1440.', 'correct it, or leave it out: 60.');
  const key = await keyOf(operation);
  await operation.withDatabases((databases, record) => {
    const upkeep = new Upkeep(databases, {
      folder,
      key,
      everyMinutes,
      secretsFile: SECRETS_FILE,
      say: (line) => operation.say(line),
      settledWithinMs: MINUTE_MS,
      note: (backup) => record({ act: 'backup.rehearsed', subject: { kind: 'backup', id: backup } }),
    });
    const metricsPort = METRICS_PORT ? Number(METRICS_PORT) : undefined;
    return keepUp(upkeep, { everyMinutes, awayExpected: Boolean(BACKUP_REPOSITORY), metricsPort });
  });
}

/** Checks every file of a backup. @throws Failure when it is damaged */
export async function check(operation: Operation, folder: string): Promise<void> {
  const { madeAt, databases } = await checkBackup(folder, await keyOf(operation));
  const documents = Object.values(databases)
    .flat()
    .reduce((sum, entry) => sum + entry.documents, 0);
  operation.say(`Whole: ${documents} documents, made at ${madeAt}`);
}

/** Restores a backup beside what runs, and looks whether everything in it is as it must always be. */
export async function rehearse(operation: Operation, folder: string): Promise<void> {
  const key = await keyOf(operation);
  await operation.withDatabases(async (databases) => {
    const faults = await rehearseRestore(databases, folder, key);
    for (const fault of faults) operation.say(fault);
    operation.say(faults.length > 0 ? 'This backup can be restored, and holds what must never be.' : 'This backup can be restored.');
    if (faults.length > 0) operation.exitCode = 1;
  });
}

/** Writes who was erased into a file: what a restore needs besides a backup that is older. */
export async function writeErasures(operation: Operation, file: string): Promise<void> {
  await operation.withDatabases(async (databases) => {
    const erased = await erasedIn(databases);
    await writeErased(file, erased);
    operation.say(`${erased.length} erased people, by their numbers, in ${file}`);
  });
}

/**
 * Restores a backup, in place of what the four databases hold, erases again who was erased since, ends all access, and says which came back.
 * @param place a backup, or a folder that upkeep keeps: then its newest backup and its list of erased people
 * @param list a file that {@link writeErasures} wrote, or `nobody`; without it the list comes from the databases that are replaced. `closed`
 *   leaves all access as it is in the backup, where nobody used the site since
 */
export async function restoreFrom(operation: Operation, place: string, list: string | undefined): Promise<void> {
  const key = await keyOf(operation);
  const { dated, ahead } = backupsIn(await readdir(place).catch(() => []), new Date());
  const newest = dated[0] ?? ahead[0];
  const folder = newest === undefined ? place : path.join(place, newest);
  const { madeAt } = await checkBackup(folder, key);
  const file = list ?? (newest === undefined ? undefined : path.join(place, ERASURES));
  const listed = file === undefined || file === NOBODY || file === CLOSED ? [] : await readErased(file);
  operation.say(
    `The backup was made at ${madeAt}, ${ageInWords(new Date(madeAt))} ago. What was saved since is lost: settings, accounts, guests, messages and admissions. Payments come back from the provider`,
  );
  if (!(await operation.agreed(`destroy what the four databases hold and put the backup of ${madeAt} in its place`))) return;
  await operation.withDatabases(async (databases, record) => {
    await assertNoServiceWorks(databases);
    if (file === CLOSED) {
      await putBack(databases, folder, key, (line) => operation.say(line));
      return untold(operation);
    }
    const erased = await everyErased(databases, listed, file !== undefined);
    const before = await accessIn(databases);
    await restore(databases, folder, key, (line) => operation.say(line));
    const again = await eraseAgain(databases, erased);
    operation.say(`${again} of ${erased.length} erased people were in the backup, and are erased again`);
    await endAccess(databases, before.epoch);
    operation.say('Every session, link and code of a sign-in, helper and approval has ended: everyone signs in again');
    if (before.accounts.size === 0)
      operation.say('Nobody can tell which roles, passwords and passkeys were changed after the backup: look through Users');
    else for (const line of cameBack(before, await accessIn(databases))) operation.say(`  came back with the backup: ${line}`);
    await record({ act: 'backup.restored', subject: { kind: 'backup', id: madeAt } });
    operation.say(`Restored as of ${madeAt}. Start the services; then compare the money on /money`);
  });
}

/** Takes away what services told each other since: with a restored outbox all of a week is told again. */
async function untold(operation: Operation): Promise<void> {
  const names = namesAt(operation);
  const queues = allQueues().map(([service, purpose]) => names.queue(service, purpose));
  await emptyQueues(await operation.rabbitUrl(), queues, names.retryDelaysMs);
}

/**
 * Restores a backup of a site that was closed all the time since, with all access as it was.
 * @throws Failure where somebody used the site after the backup: what they did would be lost
 */
export async function putBack(databases: Databases, folder: string, key: Uint8Array, say: (line: string) => void): Promise<void> {
  const { madeAt } = await readManifest(folder, key);
  for (const [database, name, field] of USED_AT)
    if (await databases[database]!.collection(name).findOne({ [field]: { $gt: new Date(madeAt) } }))
      throw new Failure(`Someone used the site after ${madeAt}.`, 'restore without the word closed, or keep what the databases hold.');
  await restore(databases, folder, key, say);
}

/** The erased people that are known. @throws Failure when nobody can know them */
async function everyErased(databases: Databases, listed: readonly ErasedPerson[], given: boolean): Promise<ErasedPerson[]> {
  const kept = await erasedIn(databases);
  const hasDatabases = (await databases['auth']!.db!.listCollections({ name: 'erasures' }).toArray()).length > 0;
  if (!given && !hasDatabases)
    throw new Failure(
      'Nobody can tell who was erased since this backup: the databases to be replaced are empty.',
      `add the file that npm run ops -- erasures wrote last, or the word ${NOBODY}.`,
    );
  return [...new Map([...listed, ...kept].map((person) => [person.userId, person])).values()];
}
