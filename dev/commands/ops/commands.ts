import { parseArgs } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { certificate } from './certificate.ts';
import { deadLetters } from './dead-letters.ts';
import type { Command } from './command.ts';
import { jobs } from './jobs.ts';
import { BACKUP_COMMANDS } from './backup-command-list.ts';
import { KEY_COMMANDS } from './key-command-list.ts';
import type { Flags } from './operation.ts';
import { outbox } from './outbox.ts';
import {
  beginAuditChain,
  doctor,
  firstAdmin,
  reconcile,
  removePasskeys,
  settleBooking,
  status,
  verifyAudit,
  verifyMoney,
} from './services.ts';
import { sessions } from './sessions.ts';
import { verify } from './verify.ts';

const QUEUES = 'npm run ops -- dead-letters list shows every service and purpose.';

export const COMMANDS: readonly Command[] = [
  {
    name: 'status',
    takes: [],
    group: 'Inspect',
    brief: 'whether each process is ready',
    more: 'Ends with code 1 when one is not. Asks the processes that npm start runs; for others see docker compose ps, kubectl get pods, or /health/ready of each.',
    run: (operation) => status(operation),
  },
  {
    name: 'doctor',
    takes: [],
    group: 'Inspect',
    brief: 'whether everything is ready for a sale, with where to mend what is not',
    more: 'What admins see on /go-live. Ends with code 1 while something is not ready. In containers: docker compose run --rm doctor.',
    run: (operation) => doctor(operation),
  },
  {
    name: 'outbox',
    takes: ['[service]'],
    group: 'Inspect',
    brief: 'facts that wait to be told',
    more: 'With a service, its fifty oldest. They leave by themselves when the broker takes them (docs/runbooks/messages-stuck.md).',
    run: outbox,
  },
  {
    name: 'jobs',
    takes: [],
    group: 'Inspect',
    brief: 'who does what is done once at a time',
    more: 'A task and a relay of each service have a lease each; its holder renews it every few seconds.',
    run: (operation) => jobs(operation, []),
  },
  {
    name: 'dead-letters list',
    takes: ['[service]', '[purpose]'],
    group: 'Inspect',
    brief: 'what could not be handled',
    more: 'Without words, how many lie in each queue; with a service and a purpose, each message and why (docs/runbooks/messages-stuck.md).',
    run: (operation, words) => deadLetters(operation, ['list', ...words]),
  },
  {
    name: 'dead-letters show',
    takes: ['service', 'purpose', 'message'],
    group: 'Inspect',
    brief: 'one message with its data',
    more: `The data may be personal. ${QUEUES}`,
    run: (operation, words) => deadLetters(operation, ['show', ...words]),
  },
  {
    name: 'sessions list',
    takes: ['email'],
    group: 'Inspect',
    brief: 'open sessions of an account',
    more: '',
    run: (operation, words) => sessions(operation, ['list', ...words]),
  },
  {
    name: 'certificate',
    takes: ['address'],
    group: 'Inspect',
    brief: 'how long the certificates at an address, or in a file, are good',
    more: 'An address is HOST:PORT. Authorities are those that Node knows, and those in TLS_CA_FILE. Ends with code 1 when fewer than 14 days are left (docs/runbooks/certificate-expires.md).',
    run: (operation, [where = '']) => certificate(operation, where),
  },
  {
    name: 'verify',
    takes: [],
    group: 'Inspect',
    brief: 'whether seats, money, tickets and messages are as they must always be',
    more: 'Prints each invariant (docs/invariants.md) and what breaks it. Waits up to a minute for what is under way. Ends with code 1 when something is broken.',
    run: (operation) => verify(operation),
  },
  {
    name: 'verify-money',
    takes: [],
    group: 'Inspect',
    brief: 'compares bookings, ledger and payment provider',
    more: 'Has svc-payment make the comparison it makes every quarter of an hour, and waits for it. Ends with code 1 when something differs (docs/runbooks/money-differs.md).',
    run: (operation) => verifyMoney(operation),
  },
  {
    name: 'verify-audit',
    takes: [],
    group: 'Inspect',
    brief: 'whether the audit log is still what was written',
    more: 'Whether each entry follows from those before it. Ends with code 1 when one does not (docs/operate.md, "The audit log").',
    run: (operation) => verifyAudit(operation),
  },
  {
    name: 'dead-letters redrive',
    takes: ['service', 'purpose', '[message]'],
    group: 'Repair',
    brief: 'sends one or all back to be handled again',
    more: `Handling a fact twice changes nothing. ${QUEUES}`,
    run: (operation, words) => deadLetters(operation, ['redrive', ...words]),
  },
  {
    name: 'dead-letters drop',
    takes: ['service', 'purpose', 'message'],
    group: 'Repair',
    brief: 'throws one away',
    more: `What it would have caused never happens. ${QUEUES}`,
    run: (operation, words) => deadLetters(operation, ['drop', ...words]),
  },
  {
    name: 'jobs release',
    takes: ['service', 'name'],
    group: 'Repair',
    brief: 'takes a job from the process that holds it',
    more: 'Whoever asks next gets it; what the process before still does is not stored. npm run ops -- jobs shows the names.',
    run: (operation, words) => jobs(operation, ['release', ...words]),
  },
  {
    name: 'reconcile',
    takes: [],
    group: 'Repair',
    brief: 'takes in now what the payment provider says and no webhook told',
    more: 'Has svc-payment ask the provider for everything it does not know, then compare the money.',
    run: (operation) => reconcile(operation),
  },
  {
    name: 'begin-audit-chain',
    takes: [],
    group: 'Repair',
    brief: 'begins a new chain of the audit log after a break, and names the break',
    more: 'Only where verify-audit says that an entry does not follow from those before it. Entries since the break stay without proof; those after it have theirs again. Keep a copy of the database first (docs/operate.md, "The audit log").',
    run: (operation) => beginAuditChain(operation),
  },
  {
    name: 'settle',
    takes: ['booking'],
    group: 'Repair',
    brief: 'the same, of the payment pages of one booking',
    more: 'Asks the payment provider about each of them and takes in what it says, as reconcile does of everything. Doing it again changes nothing.',
    run: (operation, [booking = '']) => settleBooking(operation, booking),
  },
  {
    name: 'sessions end',
    takes: ['email'],
    group: 'Repair',
    brief: 'signs an account out everywhere',
    more: '',
    run: (operation, words) => sessions(operation, ['end', ...words]),
  },
  {
    name: 'passkeys remove',
    takes: ['email'],
    group: 'Repair',
    brief: 'removes the lost passkeys of an account',
    more: 'For a team of one: else another admin does it on the users list. Whoever has the account is signed out everywhere, told by mail, and registers a new passkey at the next sign-in.',
    run: (operation, [email = '']) => removePasskeys(operation, email),
  },
  {
    name: 'first-admin',
    takes: ['email'],
    group: 'Repair',
    brief: 'makes an admin of a verified account',
    more: 'Sign up on the site first and open the link in the mail. Whoever is signed in to that account signs in again.',
    run: (operation, [email = '']) => firstAdmin(operation, email),
  },
  ...KEY_COMMANDS,
  ...BACKUP_COMMANDS,
];

const written = ({ name, takes }: Command) => [name, ...takes.map((word) => (word.startsWith('[') ? word : `<${word}>`))].join(' ');

const OPTIONS = `  --dry-run   says what would be done        --yes   asks nothing
  --data F    the data folder of the system, .data when left out`;

/** Every command with a line about it. */
export function overview(): string {
  const widest = Math.max(...COMMANDS.map((command) => written(command).length));
  const groups = {
    Inspect: 'Inspect',
    Repair: 'Repair: each asks before it changes anything, and is written to the audit log',
    Keep: 'Keep: backup and restore ask as well',
  };
  const parts = Object.entries(groups).map(([group, heading]) =>
    [
      heading,
      ...COMMANDS.filter((command) => command.group === group).map((command) => `  ${written(command).padEnd(widest)}   ${command.brief}`),
    ].join('\n'),
  );
  return `npm run ops -- <command> [--dry-run] [--yes] [--data FOLDER]        more about one: npm run ops -- <command> --help

${parts.join('\n\n')}

${OPTIONS}

An installation is set up, or looked at, by npm run ops -- setup [--check].

The system is the one npm start runs here. For another one set MONGO_URL, an address that may read and write the four
databases, and RABBITMQ_URL.
`;
}

/** All about one command. */
export function manual(command: Command): string {
  return (
    `npm run ops -- ${written(command)}\n\n${command.brief[0]!.toUpperCase()}${command.brief.slice(1)}. ${command.more}`.trimEnd() +
    `\n\n${command.group === 'Inspect' || ['check-backup', 'erasures'].includes(command.name) ? 'Changes nothing.' : 'Asks before it changes anything, and is written to the audit log.'}\n${OPTIONS}\n`
  );
}

/** What a command line asks for: a text to show, or a command to run. */
export type ParsedCommand =
  | { readonly show: string }
  | { readonly command: Command; readonly words: readonly string[]; readonly flags: Flags; readonly data: string | undefined };

const KNOWN = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  data: { type: 'string' },
} as const;

/** The options of a command line, and its plain words in order. @throws Failure naming an option that is none, or is not whole */
function wordsOf(args: readonly string[]): {
  options: { 'dry-run'?: boolean; yes?: boolean; help?: boolean; data?: string };
  plain: string[];
} {
  // Not strict, because Node's message about a wrong option does not help the person who typed it.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: KNOWN,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'data' && (token.value === undefined || token.value.startsWith('-')))
      throw new Failure('--data needs the folder behind it.', 'for example: npm run ops -- status --data .data');
    if (!Object.hasOwn(KNOWN, token.name) || (token.name !== 'data' && token.value !== undefined))
      throw new Failure(`There is no option ${args[token.index]}.`, 'use --dry-run, --yes, --data or --help.');
  }
  return { options: values as ReturnType<typeof wordsOf>['options'], plain: positionals };
}

/**
 * Reads a command line. Anything unknown is refused, so that a mistyped `--dry-run` changes nothing.
 * @throws Failure naming the word that is wrong or missing
 */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const { options, plain } = wordsOf(args);
  const asksForHelp = options.help === true || plain[0] === 'help';
  if (plain[0] === 'help') plain.shift();
  if (plain.length === 0) return { show: overview() };
  const ofSubject = COMMANDS.filter(({ name }) => name.split(' ')[0] === plain[0]);
  const command =
    ofSubject.find(({ name }) => name === plain.slice(0, 2).join(' ')) ??
    ofSubject.find(({ name }) => name === plain[0]) ??
    (plain.length === 1 ? ofSubject.find(({ name, takes }) => name.endsWith(' list') && takes.every(isOptional)) : undefined);
  if (asksForHelp && ofSubject.length > 0) return { show: (command && plain.length > 1 ? [command] : ofSubject).map(manual).join('\n') };
  if (!command)
    throw new Failure(
      ofSubject.length > 0 ? `${plain[0]} needs to be told what to do.` : `There is no command ${plain[0]}.`,
      ofSubject.length > 0
        ? `use ${ofSubject.map((one) => `npm run ops -- ${written(one)}`).join('  or  ')}`
        : 'npm run ops shows every command.',
    );
  const words = plain.slice(command.name.split(' ').length);
  const missing = command.takes.find((word, index) => !isOptional(word) && words[index] === undefined);
  if (missing) throw new Failure(`${command.name} needs the ${missing}.`, `npm run ops -- ${written(command)}`);
  if (words.length > command.takes.length)
    throw new Failure(`${words[command.takes.length]} is one word too many.`, `npm run ops -- ${written(command)}`);
  return { command, words, flags: { dryRun: options['dry-run'] === true, yes: options.yes === true }, data: options.data };
}

function isOptional(word: string): boolean {
  return word.startsWith('[');
}
