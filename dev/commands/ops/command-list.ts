import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '@concert/machine-kit/rooms';
import { check, CLOSED, keepBackups, NOBODY, rehearse, restoreFrom, writeBackup, writeErasures } from './backup-commands.ts';
import { dropLetter, listLetters, redriveLetters, showLetter } from './dead-letters.ts';
import { forgetRehearsal } from './forget-rehearsal.ts';
import { listJobs, releaseJob } from './jobs.ts';
import { dropKey, listKeys, rotateKeys } from './keys.ts';
import type { Operation } from './operation.ts';
import { outbox } from './outbox.ts';
import { beginAuditChain, doctor, firstAdmin, reconcile, removePasskeys, status, verifyAudit, verifyMoney } from './services.ts';
import { sessions } from './sessions.ts';
import { verify } from './verify.ts';

/** One command of `npm run ops`. */
export interface Described {
  /** Its name and what follows it, in order; `[in brackets]` what may be left out. */
  readonly usage: string;
  /** What the command does, in one line. */
  readonly brief: string;
  /** What somebody should know who uses it for the first time. */
  readonly more?: string;
  readonly run: (operation: Operation, words: readonly string[]) => Promise<void>;
}

const QUEUES = 'npm run ops -- dead-letters list shows every service and purpose.';

export const INSPECT: readonly Described[] = [
  {
    usage: 'status',
    brief: 'whether each process is ready',
    more: 'Ends with code 1 when one is not. Asks the processes that npm start runs; for others see docker compose ps, kubectl get pods, or /health/ready of each.',
    run: status,
  },
  {
    usage: 'doctor',
    brief: 'whether everything is ready for a sale, with where to mend what is not',
    more: 'What admins see on /go-live. Ends with code 1 while something is not ready. In containers: docker compose run --rm doctor.',
    run: doctor,
  },
  {
    usage: 'outbox [service]',
    brief: 'facts that wait to be told',
    more: 'With a service, its fifty oldest. They leave by themselves when the broker takes them (docs/runbooks/messages-stuck.md).',
    run: outbox,
  },
  {
    usage: 'jobs',
    brief: 'who does what is done once at a time',
    more: 'A task and a relay of each service have a lease each; its holder renews it every few seconds.',
    run: listJobs,
  },
  {
    usage: 'dead-letters list [service] [purpose]',
    brief: 'what could not be handled',
    more: 'Without words, how many lie in each queue; with a service and a purpose, each message and why (docs/runbooks/messages-stuck.md).',
    run: listLetters,
  },
  {
    usage: 'dead-letters show <service> <purpose> <message>',
    brief: 'one message with its data',
    more: `The data may be personal. ${QUEUES}`,
    run: showLetter,
  },
  {
    usage: 'sessions list <email>',
    brief: 'open sessions of an account',
    run: (operation, [email = '']) => sessions(operation, email),
  },
  {
    usage: 'verify [closed]',
    brief: 'whether seats, money, tickets and messages are as they must always be',
    more: 'Prints each invariant (docs/invariants.md) and what breaks it. Waits up to a minute for what is under way. Ends with code 1 when something is broken. While the site is closed for an upgrade: only what holds at each moment.',
    run: (operation, [word]) => verify(operation, word === CLOSED),
  },
  {
    usage: 'verify-money',
    brief: 'compares bookings, ledger and payment provider',
    more: 'Has svc-payment make the comparison it makes every quarter of an hour, and waits for it. Ends with code 1 when something differs (docs/runbooks/money-differs.md).',
    run: verifyMoney,
  },
  {
    usage: 'verify-audit',
    brief: 'whether the audit log is still what was written',
    more: 'Whether each entry follows from those before it. Ends with code 1 when one does not (docs/operate.md, "The audit log").',
    run: verifyAudit,
  },
  {
    usage: 'keys list',
    brief: 'which keys sign, and which are accepted, by their ids',
    more: 'The keys of a data folder; those of another system are where its secrets are (docs/keys.md, "Rotating keys").',
    run: listKeys,
  },
];

export const REPAIR: readonly Described[] = [
  {
    usage: 'dead-letters redrive <service> <purpose> [message]',
    brief: 'sends one or all back to be handled again',
    more: `Handling a fact twice changes nothing. ${QUEUES}`,
    run: redriveLetters,
  },
  {
    usage: 'dead-letters drop <service> <purpose> <message>',
    brief: 'throws one away',
    more: `What it would have caused never happens. ${QUEUES}`,
    run: dropLetter,
  },
  {
    usage: 'jobs release <service> <name>',
    brief: 'takes a job from the process that holds it',
    more: 'Whoever asks next gets it; what the process before still does is not stored. npm run ops -- jobs shows the names.',
    run: releaseJob,
  },
  {
    usage: 'reconcile',
    brief: 'takes in now what the payment provider says and no webhook told',
    more: 'Has svc-payment ask the provider for everything it does not know, then compare the money.',
    run: reconcile,
  },
  {
    usage: 'begin-audit-chain',
    brief: 'begins a new chain of the audit log after a break, and names the break',
    more: 'Only where verify-audit says that an entry does not follow from those before it. Entries since the break stay without proof; those after it have theirs again. Keep a copy of the database first (docs/operate.md, "The audit log").',
    run: beginAuditChain,
  },
  {
    usage: 'sessions end <email>',
    brief: 'signs an account out everywhere',
    run: (operation, [email = '']) => sessions(operation, email, true),
  },
  {
    usage: 'passkeys remove <email>',
    brief: 'removes the lost passkeys of an account',
    more: 'For a team of one: else another admin does it on the users list. Whoever has the account is signed out everywhere, told by email, and registers a new passkey at the next sign-in.',
    run: (operation, [email = '']) => removePasskeys(operation, email),
  },
  {
    usage: 'first-admin <email>',
    brief: 'makes an admin of a verified account',
    more: 'Sign up on the site first and open the link in the email. Whoever is signed in to that account signs in again.',
    run: (operation, [email = '']) => firstAdmin(operation, email),
  },
  {
    usage: 'keys rotate <name>',
    brief: 'goes one step further to another key: first it is accepted, then it signs',
    more: 'Names are those that keys list shows. Between the steps the processes are started again. What was signed before stays good until keys drop (docs/keys.md, "Rotating keys").',
    run: (operation, [name = '']) => rotateKeys(operation, name),
  },
  {
    usage: 'keys drop <name>',
    brief: 'takes the oldest key out; what it signed is good no more',
    more: 'When that may be done says docs/keys.md, "Rotating keys".',
    run: (operation, [name = '']) => dropKey(operation, name),
  },
];

export const KEEP: readonly Described[] = [
  {
    usage: 'backup <folder>',
    brief: 'every document of the four databases, encrypted, with counts and checksums',
    more: 'Into a folder that does not exist yet; everything goes on meanwhile. Its key is BACKUP_KEY, or in BACKUP_KEY_FILE, or among the secrets of the system here; key and secrets are kept apart from it (docs/operate.md, "Backup and restore").',
    run: (operation, [folder = '']) => writeBackup(operation, path.resolve(folder)),
  },
  {
    usage: 'check-backup <folder>',
    brief: 'whether a backup is whole',
    run: (operation, [folder = '']) => check(operation, path.resolve(folder)),
  },
  {
    usage: 'rehearse <folder>',
    brief: 'restores a backup into empty databases beside the others, and looks at what must always be true',
    run: (operation, [folder = '']) => rehearse(operation, path.resolve(folder)),
  },
  {
    usage: 'erasures <file>',
    brief: 'who was erased, by number, for the restore of an older backup',
    more: 'Every hour, to where backups are kept: it takes the place of the file before. It names nobody.',
    run: (operation, [file = '']) => writeErasures(operation, path.resolve(file)),
  },
  {
    usage: 'upkeep <folder>',
    brief: 'makes backups and lists of erased people by itself, and restores one each night to see that it can be done',
    more: 'Until it is stopped, each BACKUP_EVERY_MINUTES (60), into a folder of its own below this one; the newest of 24 hours, 14 days and 8 weeks stay. The containers run it all the time.',
    run: (operation, [folder = '']) => keepBackups(operation, path.resolve(folder)),
  },
  {
    usage: 'upgrade <folder> [how]',
    brief: 'brings a house in containers, which runs from that folder, to the release of this one, or goes back by itself',
    more: 'The same as sh deploy/upgrade.sh. How: while-selling, anyway, own-words (docs/operate.md, "Upgrades").',
    run: (operation, [folder = '', ...how]) => {
      const { status } = spawnSync('sh', [path.join(ROOT, 'deploy/upgrade.sh'), path.resolve(folder), ...how], { stdio: 'inherit' });
      operation.exitCode = status ?? 1;
      return Promise.resolve();
    },
  },
  {
    usage: 'forget-rehearsal',
    brief: 'removes bookings, payments, emails and admissions of a rehearsal with a test key',
    more: 'Report and stock then stand at zero, and the concert is a draft again; accounts, settings, the audit log and contact messages stay. Services must be stopped. Refused where any real money was paid.',
    run: forgetRehearsal,
  },
  {
    usage: 'restore <folder> [erasures]',
    brief: 'puts a backup in place of what the databases hold',
    more: 'Services must be stopped. Of a folder that upkeep keeps, it takes the newest backup and the list of erased people. The backup is looked at first, and what was restored is compared with it. Then everyone is erased again who was erased since: by the file that erasures wrote, and by what the databases knew; nobody, where that is so; closed, where nobody used the site since, which leaves all access as the backup has it.',
    run: (operation, [folder = '', list]) =>
      restoreFrom(operation, path.resolve(folder), list === undefined || [NOBODY, CLOSED].includes(list) ? list : path.resolve(list)),
  },
];
