import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { reportAndExit } from '../dev/system/report-and-exit.ts';
import { benchBursts } from './burst.ts';
import { benchCasting } from './casting.ts';
import { benchDoor } from './door.ts';
import { benchGateway } from './gateway.ts';
import { benchLighthouse } from './lighthouse.ts';
import { asked, withOwnSystem } from './own-system.ts';
import { benchPublicPages } from './public-pages.ts';
import { benchPayments } from './payments.ts';
import { benchReports } from './reports.ts';
import { benchBesideExports, benchReserve } from './reserve.ts';
import { benchRush, RUSH_PARTS, type RushPart } from './rush/rush.ts';
import { RUSH_SECONDS } from './rush/stretches.ts';
import { benchSignInTiming } from './sign-in-timing.ts';
import { benchSlowDatabase } from './slow-database.ts';
import { benchMemory, benchStart } from './start-and-memory.ts';

/** Taken of one system, which is started for all of them. */
const MEASUREMENTS = {
  memory: benchMemory,
  gateway: benchGateway,
  'public-pages': benchPublicPages,
  lighthouse: benchLighthouse,
  'sign-in-timing': benchSignInTiming,
  reserve: benchReserve,
  burst: benchBursts,
  exports: benchBesideExports,
  payments: benchPayments,
  reports: benchReports,
  door: benchDoor,
  casting: benchCasting,
};

/** Measurements that start systems of their own. */
const APART = ['slow-database', 'rush'] as const;
const NAMES: readonly string[] = [...Object.keys(MEASUREMENTS), ...APART];

/** Measured wherever `reserve` is. */
const WITH_RESERVE = ['burst', 'exports', 'slow-database'] as const;

/** `npm run bench -- [name ...] [--seconds 15] [--profile folder]`; words after `rush` choose parts of it. */
function readArguments(): { wanted: ReadonlySet<string>; rushParts: readonly RushPart[]; seconds: number; profile: string | undefined } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string' }, profile: { type: 'string' } },
  });
  const isPart = (word: string): word is RushPart => (RUSH_PARTS as readonly string[]).includes(word);
  const seconds = values.seconds === undefined ? RUSH_SECONDS : Number(values.seconds);
  if (!(seconds >= 5)) refuse(`--seconds must be a number from 5.`);
  const unknown = positionals.filter((word) => !NAMES.includes(word) && !(positionals.includes('rush') && isPart(word)));
  if (unknown.length > 0)
    refuse(
      `There is no measurement named ${unknown.join(', ')}. Next: choose from ${NAMES.join(', ')}, or name none for all; of rush, ${RUSH_PARTS.join(', ')}.`,
    );
  const parts = positionals.filter(isPart);
  const wanted = positionals.filter((word) => !isPart(word)).flatMap((word) => (word === 'reserve' ? [word, ...WITH_RESERVE] : [word]));
  return {
    wanted: new Set(wanted.length > 0 ? wanted : NAMES),
    rushParts: parts.length > 0 ? parts : RUSH_PARTS,
    seconds,
    profile: values.profile,
  };
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

/** All measurements of one system. */
function benchOneSystem(wanted: ReadonlySet<string>): Promise<void> {
  // All buyers come from this machine's one address.
  const gateway = { RATE_LIMIT_PER_MINUTE: '10000000', RATE_LIMIT_AUTH_PER_MINUTE: '10000000', HTTP_MOST_UNDER_WAY_PER_NETWORK: '100000' };
  return withOwnSystem(
    (place) => benchStart({ ...place, settings: { gateway } }),
    async (system) => {
      for (const [name, measure] of Object.entries(MEASUREMENTS)) if (wanted.has(name)) await measure(system);
    },
  );
}

/* Figures are taken in one run on one machine, which also runs the load: compare the ratios, not the digits. */
async function bench(): Promise<void> {
  const { wanted, rushParts, seconds, profile } = readArguments();
  process.stdout.write(
    `\n${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, load average ${loadavg()[0]!.toFixed(1)}\n`,
  );
  if (Object.keys(MEASUREMENTS).some((name) => wanted.has(name))) await benchOneSystem(wanted);
  if (wanted.has('slow-database')) await benchSlowDatabase();
  if (wanted.has('rush')) await benchRush({ parts: rushParts, seconds, profile });
}

await bench().catch((error: unknown) => {
  // What was under way when the measurement was asked to end fails; it ends once everything is undone.
  if (!asked.aborted) reportAndExit(error);
});
