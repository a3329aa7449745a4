import { readdir } from 'node:fs/promises';
import { Failure } from '@concert/machine-kit/failure';
import type { Connection } from 'mongoose';
import { Progress } from '../../system/progress.ts';
import { SERVICES, type ServiceName } from '../../system/rooms.ts';
import { DATABASES, withDatabases } from '../../system/databases.ts';
import { backUp, checkBackup, restore } from './backup.ts';
import { databaseAt, Operation } from './operation.ts';

/** Writes everything the four databases hold into a new folder. */
export async function keep(operation: Operation, folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Failure(`${folder} cannot be a backup (${error.code ?? error.name}).`, 'name a folder that does not exist yet.');
  });
  if (found.length > 0) throw new Failure(`${folder} is not empty.`, 'name a folder that does not exist yet.');
  if (!(await operation.agreed(`write every document, personal data included, to ${folder}`))) return;
  await withDatabases({ dataFolder: operation.dataFolder, env: operation.env, progress: new Progress() }, async (mongoUrl) => {
    const { madeAt } = await connected(mongoUrl, (databases) => backUp(databases, folder, (line) => operation.say(line)));
    await Operation.recordAt(mongoUrl('svc-auth'), { act: 'backup.made', subject: { kind: 'backup', id: madeAt } });
    operation.say(`Backed up at ${madeAt} to ${folder}`);
  });
}

/** Checks every file of a backup. @throws Failure when it is damaged */
export async function check(operation: Operation, folder: string): Promise<void> {
  const { madeAt, databases } = await checkBackup(folder);
  const documents = Object.values(databases)
    .flat()
    .reduce((sum, entry) => sum + entry.documents, 0);
  operation.say(`Whole: ${documents} documents, made at ${madeAt}`);
}

/** Restores a backup, in place of what the four databases hold. */
export async function restoreFrom(operation: Operation, folder: string): Promise<void> {
  const { madeAt } = await checkBackup(folder);
  if (!(await operation.agreed(`destroy what the four databases hold and put the backup of ${madeAt} in its place`))) return;
  await withDatabases({ dataFolder: operation.dataFolder, env: operation.env, progress: new Progress() }, async (mongoUrl) => {
    await connected(mongoUrl, async (databases) => {
      await demandStillness(databases);
      await restore(databases, folder, (line) => operation.say(line));
    });
    await Operation.recordAt(mongoUrl('svc-auth'), { act: 'backup.restored', subject: { kind: 'backup', id: madeAt } });
    operation.say('Restored. Start the services; then compare the money: npm run ops -- verify-money');
  });
}

async function connected<T>(
  mongoUrl: (service: ServiceName) => string,
  work: (databases: Record<string, Connection>) => Promise<T>,
): Promise<T> {
  const opened: [string, Connection][] = [];
  try {
    for (const name of SERVICES) opened.push([DATABASES[name], await databaseAt(mongoUrl(name), name)]);
    return await work(Object.fromEntries(opened));
  } finally {
    await Promise.all(opened.map(([, connection]) => connection.close()));
  }
}

/** A running service renews a lease every few seconds. */
async function demandStillness(databases: Readonly<Record<string, Connection>>): Promise<void> {
  const busy: string[] = [];
  for (const [name, connection] of Object.entries(databases)) {
    if (await connection.collection('leases').findOne({ until: { $gt: new Date() } })) busy.push(`svc-${name}`);
  }
  if (busy.length > 0)
    throw new Failure(
      `Services work on these databases: ${busy.join(', ')}.`,
      'stop them (Ctrl-C in the terminal of npm start; scale them to 0 elsewhere), wait some seconds, and run the same command again.',
    );
}
