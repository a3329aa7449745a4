import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { startOwnSystem } from '../dev/system/own-system.ts';
import { reportAndExit } from '../dev/system/report-and-exit.ts';
import { RUSH_SETTINGS } from '../dev/system/rush-settings.ts';
import { stopOnSignals, untilAborted } from '../dev/system/stop-on-signals.ts';
import { benchPublicPages } from './public-pages.ts';
import { RUSH_SECONDS } from './rush/measurement-windows.ts';
import { benchOverload, benchRush } from './rush/rush.ts';
import { openSystemUnderTest, type SystemUnderTest } from './system-under-test.ts';

/** Each takes a system of its own: all together would sell out the largest hall there may be. */
const MEASUREMENTS: Readonly<Record<string, (underTest: SystemUnderTest, seconds: number) => Promise<void>>> = {
  'public-pages': ({ system }) => benchPublicPages(system),
  rush: benchRush,
  overload: benchOverload,
};
const NAMES = Object.keys(MEASUREMENTS);

/** `npm run bench -- [name ...] [--seconds 15]` */
function readArguments(): { wanted: readonly string[]; seconds: number } {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { seconds: { type: 'string' } } });
  const seconds = values.seconds === undefined ? RUSH_SECONDS : Number(values.seconds);
  if (!(seconds >= 5))
    throw new Failure(`${values.seconds} is no number of seconds from 5 on.`, 'for example: npm run bench -- --seconds 15');
  const unknown = positionals.filter((word) => !NAMES.includes(word));
  if (unknown.length > 0)
    throw new Failure(`There is no measurement named ${unknown.join(', ')}.`, `choose from ${NAMES.join(', ')}, or name none for all.`);
  return { wanted: positionals.length > 0 ? positionals : NAMES, seconds };
}

/** However the work ends, the system is stopped. */
async function onOwnSystem(work: (underTest: SystemUnderTest) => Promise<void>, signal: AbortSignal): Promise<void> {
  const system = await startOwnSystem({ settings: RUSH_SETTINGS, env: { LOG_LEVEL: 'warn', ...process.env }, signal });
  try {
    const underTest = await openSystemUnderTest(system);
    await Promise.race([work(underTest), untilAborted(signal)]).finally(() => underTest.close());
  } finally {
    await system.stop();
  }
}

/* Figures are taken in one run on one machine, which also runs the load: compare the ratios, not the digits. */
const signal = stopOnSignals();
try {
  const { wanted, seconds } = readArguments();
  console.log(
    `\n${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, load average ${loadavg()[0]!.toFixed(1)}`,
  );
  if (seconds < RUSH_SECONDS) console.log(`\nSHORT: ${seconds} s a window instead of ${RUSH_SECONDS}; for trying, not for figures.`);
  for (const name of wanted) if (!signal.aborted) await onOwnSystem((underTest) => MEASUREMENTS[name]!(underTest, seconds), signal);
} catch (error) {
  if (!signal.aborted) reportAndExit(error);
}
process.exit(signal.aborted ? 130 : 0);
