import { parseArgs } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { INSPECT, KEEP, REPAIR, type Described } from './command-list.ts';
import type { Flags } from './operation.ts';

/** Commands by the heading they are listed under. */
const GROUPS: Readonly<Record<string, readonly Described[]>> = {
  Inspect: INSPECT,
  'Repair: each asks before it changes anything, and is written to the audit log': REPAIR,
  'Keep: backup and restore ask as well': KEEP,
};

/** A command with its usage taken apart. */
interface Command extends Described {
  readonly name: string;
  /** What follows the name, in order. */
  readonly takes: readonly { readonly word: string; readonly isOptional: boolean }[];
}

export const COMMANDS: readonly Command[] = Object.values(GROUPS)
  .flat()
  .map((command) => {
    const words = command.usage.split(' ');
    const takes = words.filter((word) => /^[<[]/.test(word)).map((word) => ({ word: word.slice(1, -1), isOptional: word.startsWith('[') }));
    return { ...command, name: words.slice(0, words.length - takes.length).join(' '), takes };
  });

const OPTIONS = `  --dry-run   says what would be done        --yes   asks nothing
  --data F    the data folder of the system, .data when left out`;

/** Every command with a line about it. */
function overview(): string {
  const widest = Math.max(...COMMANDS.map(({ usage }) => usage.length));
  const parts = Object.entries(GROUPS).map(([heading, commands]) =>
    [heading, ...commands.map(({ usage, brief }) => `  ${usage.padEnd(widest)}   ${brief}`)].join('\n'),
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
function manual({ name, usage, brief, more = '' }: Command): string {
  const changesNothing = INSPECT.some((one) => one.usage === usage) || ['check-backup', 'erasures'].includes(name);
  const effect = changesNothing ? 'Changes nothing.' : 'Asks before it changes anything, and is written to the audit log.';
  const about = `${brief[0]!.toUpperCase()}${brief.slice(1)}. ${more}`.trimEnd();
  return `npm run ops -- ${usage}\n\n${about}\n\n${effect}\n${OPTIONS}\n`;
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
    (plain.length === 1
      ? ofSubject.find(({ name, takes }) => name.endsWith(' list') && takes.every(({ isOptional }) => isOptional))
      : undefined);
  if (asksForHelp && ofSubject.length > 0) return { show: (command && plain.length > 1 ? [command] : ofSubject).map(manual).join('\n') };
  if (!command)
    throw new Failure(
      ofSubject.length > 0 ? `${plain[0]} needs to be told what to do.` : `There is no command ${plain[0]}.`,
      ofSubject.length > 0
        ? `use ${ofSubject.map(({ usage }) => `npm run ops -- ${usage}`).join('  or  ')}`
        : 'npm run ops shows every command.',
    );
  const words = plain.slice(command.name.split(' ').length);
  const missing = command.takes.find(({ isOptional }, index) => !isOptional && words[index] === undefined);
  if (missing) throw new Failure(`${command.name} needs the ${missing.word}.`, `npm run ops -- ${command.usage}`);
  if (words.length > command.takes.length)
    throw new Failure(`${words[command.takes.length]} is one word too many.`, `npm run ops -- ${command.usage}`);
  return { command, words, flags: { dryRun: options['dry-run'] === true, yes: options.yes === true }, data: options.data };
}
