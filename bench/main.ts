import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { reportAndExit } from '../dev/system/report-and-exit.ts';
import { startSystem } from '../dev/system/system.ts';
import { endSignal, withOwnSystem } from '../dev/system/own-system.ts';
import { benchPublicPages } from './public-pages.ts';
import { benchReserve } from './reserve.ts';
import { benchRush, RUSH_PARTS, type RushPart } from './rush/rush.ts';
import { RUSH_SECONDS } from './rush/measurement-windows.ts';

/** Taken of one system, which is started for all of them. */
const MEASUREMENTS = {
  'public-pages': benchPublicPages,
  reserve: benchReserve,
};

const NAMES: readonly string[] = [...Object.keys(MEASUREMENTS), 'rush'];

/** `npm run bench -- [name ...] [--seconds 15]`; words after `rush` choose parts of it. */
function readArguments(): { wanted: ReadonlySet<string>; rushParts: readonly RushPart[]; seconds: number } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string' } },
  });
  const isPart = (word: string): word is RushPart => (RUSH_PARTS as readonly string[]).includes(word);
  const seconds = values.seconds === undefined ? RUSH_SECONDS : Number(values.seconds);
  if (!(seconds >= 5))
    throw new Failure(`${values.seconds} is no number of seconds from 5 on.`, 'for example: npm run bench -- --seconds 15');
  const unknown = positionals.filter((word) => !NAMES.includes(word) && !(positionals.includes('rush') && isPart(word)));
  if (unknown.length > 0)
    throw new Failure(
      `There is no measurement named ${unknown.join(', ')}.`,
      `choose from ${NAMES.join(', ')}, or name none for all; of rush, ${RUSH_PARTS.join(', ')}.`,
    );
  const parts = positionals.filter(isPart);
  const wanted = positionals.filter((word) => !isPart(word));
  return {
    wanted: new Set(wanted.length > 0 ? wanted : NAMES),
    rushParts: parts.length > 0 ? parts : RUSH_PARTS,
    seconds,
  };
}

/** All measurements of one system. */
function benchOneSystem(wanted: ReadonlySet<string>): Promise<void> {
  // Readers come from this machine's one address; buyers say their own.
  const gateway = {
    TRUSTED_PROXIES: 'loopback',
    RATE_LIMIT_PER_MINUTE: '10000000',
    RATE_LIMIT_AUTH_PER_MINUTE: '10000000',
    HTTP_MOST_UNDER_WAY_PER_NETWORK: '100000',
  };
  return withOwnSystem(
    (place) => startSystem({ ...place, settings: { gateway } }),
    async (system) => {
      for (const [name, measure] of Object.entries(MEASUREMENTS)) if (wanted.has(name)) await measure(system);
    },
  );
}

/* Figures are taken in one run on one machine, which also runs the load: compare the ratios, not the digits. */
async function bench(): Promise<void> {
  const { wanted, rushParts, seconds } = readArguments();
  process.stdout.write(
    `\n${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, load average ${loadavg()[0]!.toFixed(1)}\n`,
  );
  if (Object.keys(MEASUREMENTS).some((name) => wanted.has(name))) await benchOneSystem(wanted);
  if (wanted.has('rush')) await benchRush({ parts: rushParts, seconds });
}

await bench().catch((error: unknown) => {
  // What was under way when the measurement was asked to end fails; it ends once everything is undone.
  if (!endSignal.aborted) reportAndExit(error);
});
