import path from 'node:path';
import { Failure } from '@concert/test-kit/failure';
import mongoose, { type Connection } from 'mongoose';
import { reportAndExit } from './failure.ts';
import { backUp, checkBackup, restore } from './ops/backup.ts';
import { deadLetters } from './ops/dead-letters.ts';
import { jobs, outbox, sessions } from './ops/inside.ts';
import { Operation, type Flags } from './ops/operation.ts';
import { firstAdmin, reconcile, settle, status, verifyMoney } from './ops/services.ts';
import { Progress } from './progress.ts';
import { ROOT, SERVICES, type ServiceName } from './rooms.ts';
import { DATABASES, withDatabases } from './system.ts';

const HELP = `npm run ops -- <command> [--dry-run] [--yes] [--data FOLDER]

Looking
  status                                                 whether each process is ready
  outbox [service]                                       facts that wait to be told
  jobs                                                   who does what is done once at a time
  dead-letters list [service purpose]                    what could not be handled
  dead-letters show <service> <purpose> <messageId>      one message with its data
  sessions list <email>                                  open sessions of an account
  verify-money                                           compares bookings, ledger and payment provider

Mending: each asks before it changes anything, and is written to the audit log
  dead-letters redrive <service> <purpose> [messageId]   sends one or all back to be handled again
  dead-letters drop <service> <purpose> <messageId>      throws one away
  jobs release <service> <name>                          takes a job from the process that holds it
  reconcile                                              takes in now what the payment provider says and no webhook told
  settle <bookingId>                                     the same for one booking
  sessions end <email>                                   signs an account out everywhere
  first-admin <email>                                    makes an admin of a verified account

Keeping
  backup <folder>                                        every document of the four databases, with counts and checksums
  check-backup <folder>                                  whether a backup is whole
  restore <folder>                                       puts a backup in place of what the databases hold; services must be stopped

  --dry-run   says what would be done        --yes   asks nothing
  --data      the data folder of the system, .data when left out

The system is the one npm start runs here. For another one set MONGO_URL, an address that may read and write the four
databases, and RABBITMQ_URL.
`;

async function ops(args: readonly string[], env = process.env): Promise<void> {
  const dataAt = args.indexOf('--data');
  const dataFolder = path.resolve(dataAt >= 0 ? (args[dataAt + 1] ?? '') : path.join(ROOT, '.data'));
  const flags: Flags = { dryRun: args.includes('--dry-run'), yes: args.includes('--yes') };
  const [subject, ...words] = args.filter((word, index) => !word.startsWith('--') && (dataAt < 0 || index !== dataAt + 1));
  const operation = new Operation(flags, env, dataFolder);
  const [first] = words;
  const named = (what: string): string => {
    if (!first) throw new Failure(`Name ${what}.`, 'npm run ops shows every command.');
    return first;
  };
  try {
    switch (subject) {
      case 'status': return await status(operation);
      case 'outbox': return await outbox(operation, words);
      case 'jobs': return await jobs(operation, words);
      case 'dead-letters': return await deadLetters(operation, words);
      case 'sessions': return await sessions(operation, words);
      case 'verify-money': return await verifyMoney(operation, env);
      case 'reconcile': return await reconcile(operation, env);
      case 'settle': return await settle(operation, named('a booking'), env);
      case 'first-admin': return await firstAdmin(operation, named('an account by its address'), env);
      case 'backup': return await keep(operation, named('a folder'), dataFolder, env);
      case 'check-backup': {
        const { madeAt, databases } = await checkBackup(path.resolve(named('a folder')));
        return operation.say(`Whole: ${Object.values(databases).flat().reduce((sum, { documents }) => sum + documents, 0)} documents, made at ${madeAt}`);
      }
      case 'restore': return await bringBack(operation, named('a folder'), dataFolder, env);
      default:
        process.stdout.write(HELP);
        if (subject && subject !== 'help') process.exitCode = 2;
    }
  } finally {
    await operation.close();
  }
}

async function keep(operation: Operation, folder: string, dataFolder: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (!(await operation.agreed(`write every document, personal data included, to ${path.resolve(folder)}`))) return;
  await withDatabases({ dataFolder, env, progress: new Progress() }, async (mongoUrl) => {
    const { madeAt } = await connected(mongoUrl, (databases) => backUp(databases, path.resolve(folder), (line) => operation.say(line)));
    await noted(mongoUrl, { act: 'backup.made', subject: { kind: 'backup', id: madeAt } });
  });
}

async function bringBack(operation: Operation, folder: string, dataFolder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { madeAt } = await checkBackup(path.resolve(folder));
  if (!(await operation.agreed(`destroy what the four databases hold and put the backup of ${madeAt} in its place`))) return;
  await withDatabases({ dataFolder, env, progress: new Progress() }, async (mongoUrl) => {
    await connected(mongoUrl, async (databases) => {
      await demandStillness(databases);
      await restore(databases, path.resolve(folder), (line) => operation.say(line));
    });
    await noted(mongoUrl, { act: 'backup.restored', subject: { kind: 'backup', id: madeAt } });
    operation.say('Restored. Start the services; then compare the money: npm run ops -- verify-money');
  });
}

async function noted(mongoUrl: (service: ServiceName) => string, deed: Parameters<Operation['record']>[0]): Promise<void> {
  await Operation.recordAt(mongoUrl('svc-auth'), deed);
}

async function connected<T>(mongoUrl: (service: ServiceName) => string, work: (databases: Record<string, Connection>) => Promise<T>): Promise<T> {
  const opened: [string, Connection][] = [];
  try {
    for (const name of SERVICES) opened.push([DATABASES[name], await mongoose.createConnection(mongoUrl(name), { serverSelectionTimeoutMS: 10_000, autoIndex: false, autoCreate: false }).asPromise()]);
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
  if (busy.length > 0) throw new Failure(`Services work on these databases: ${busy.join(', ')}.`, 'stop them (Ctrl-C in the terminal of npm start; scale them to 0 elsewhere), wait some seconds, and run the same command again.');
}

await ops(process.argv.slice(2)).catch(reportAndExit);
