import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithThisProcess, signalGroup } from '@concert/machine-kit/reaper';
import { clearAbandonedServers } from '@concert/test-kit/servers';
import { compileServers } from '@concert/machine-kit/build';
import { reportAndExit } from '../system/report-and-exit.ts';
import { clearAbandonedSystems } from '../system/own-system.ts';
import { line, step } from '../system/progress.ts';
import { ROOT } from '@concert/machine-kit/rooms';
import { stopOnSignals } from '../system/stop-on-signals.ts';
import { tallyOf, withRerun, type Tally } from './tally.ts';

/** Kinds that wait for servers run side by side. Tests that only compute begin when the first of these is over: it leaves a core idle. */
const SIDE_BY_SIDE: readonly Kind[] = ['int', 'e2e'];
const AFTER_THE_FIRST: Kind = 'unit';
/** The jest projects of each kind. */
const PROJECTS = { unit: ['unit', 'unit-web', 'contract'], int: ['int'], e2e: ['e2e'] } as const;
type Kind = keyof typeof PROJECTS;

/** A kind that takes longer hangs: on a slow machine the slowest takes some twenty minutes. */
const LIMIT_MS = 1_500_000;
/** Files that failed beside others run once more alone. Where more failed, the run is red: that is a fault and not a busy machine. */
const MAX_RERUNS = 2;
/** Time for jest to end by itself after its results are written; what hangs then is an open handle, not a test. */
const LINGER_MS = 20_000;
/** Time for jest to end when it is asked to. */
const ENDING_MS = 5_000;
/** What is compiled for tests stays on the disk for the next run. */
const COMPILED = path.join(tmpdir(), 'concert-jest');
/** A folder of Linux whose files are in memory. */
const IN_MEMORY = '/dev/shm';
/** What a whole run keeps in files at most, several times over, in bytes. */
const ROOM = 4 * 1024 ** 3;

interface Request {
  readonly kinds: readonly Kind[];
  /** Parts of file names, as jest takes them. */
  readonly patterns: readonly string[];
}

/** `npm test`, `npm test unit`, `npm test int svc-booking`: names of kinds choose, everything else narrows. */
function parse(args: readonly string[]): Request {
  const isKind = (word: string): word is Kind => word in PROJECTS;
  const kinds = args.filter(isKind);
  return { kinds: kinds.length > 0 ? kinds : (Object.keys(PROJECTS) as Kind[]), patterns: args.filter((word) => !isKind(word)) };
}

/** Where the run's servers keep their data, which nobody reads afterwards: in memory where there is room, which spares thousands of waits. */
async function folderForData(): Promise<string> {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return process.env.TMPDIR === undefined && Math.min(bavail * bsize, freemem()) > ROOM ? IN_MEMORY : tmpdir();
}

/** Runs the files of a kind whose names hold one of the patterns, or exactly the given files. */
async function runKind(
  kind: Kind,
  which: { patterns?: readonly string[]; files?: readonly string[] },
  folder: string,
  signal: AbortSignal,
): Promise<Tally> {
  const { patterns = [], files = [] } = which;
  const results = path.join(folder, `${kind}${files.length > 0 ? '-again' : ''}.json`);
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    path.join(ROOT, 'node_modules/jest/bin/jest.js'),
    ...['--selectProjects', ...PROJECTS[kind]],
    ...['--json', `--outputFile=${results}`, '--passWithNoTests', `--cacheDirectory=${COMPILED}`],
    // Journeys share one system and one browser at a time. Tests with real servers wait more than they compute, so two share a core.
    ...(kind === 'e2e' ? ['--runInBand'] : ['--maxWorkers=2']),
    ...(patterns.length > 0 ? ['--testPathPatterns', ...patterns] : []),
    ...(files.length > 0 ? ['--runTestsByPath', ...files] : []),
  ];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, FORCE_COLOR: '0' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = endWithThisProcess(child.pid!);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (text) => line(`${kind.padEnd(4)} | ${text}`));

  const deadline = Date.now() + LIMIT_MS;
  let written: number | undefined;
  let over = false;
  void ended.then(() => (over = true));
  while (!over) {
    await Promise.race([ended, pause(500)]);
    if (existsSync(results)) written ??= Date.now();
    if (over) break;
    if (signal.aborted) line(`${kind.padEnd(4)} | ended early`);
    else if (Date.now() > deadline) line(`${kind.padEnd(4)} | took longer than ${LIMIT_MS / 60_000} minutes and is ended`);
    else if (written !== undefined && Date.now() > written + LINGER_MS)
      line(`${kind.padEnd(4)} | all tests are done, but something they left open keeps the process; it is ended`);
    else continue;
    signalGroup(child.pid!, 'SIGTERM');
    await Promise.race([ended, pause(ENDING_MS)]);
    signalGroup(child.pid!, 'SIGKILL');
    await ended;
  }
  forget();
  return tallyOf(kind, await readFile(results, 'utf8').catch(() => undefined), patterns.length === 0);
}

/** Runs the failed files of all kinds once more, one after the other with nothing beside them. */
async function runFailedAgain(tallies: readonly Tally[], folder: string, signal: AbortSignal): Promise<Tally[]> {
  const count = tallies.reduce((sum, { failedFiles }) => sum + failedFiles.length, 0);
  if (count === 0 || count > MAX_RERUNS) return [...tallies];
  const after: Tally[] = [];
  for (const tally of tallies) {
    if (tally.failedFiles.length === 0 || signal.aborted) {
      after.push(tally);
      continue;
    }
    const kind = tally.kind as Kind;
    const again = await step(`Tests: ${kind}, what failed, once more alone`, () =>
      runKind(kind, { files: tally.failedFiles }, folder, signal),
    );
    after.push(withRerun(tally, again));
  }
  return after;
}

/** Builds, runs the chosen tests, says what came out. Resolves to whether all is well. */
export async function test({ kinds, patterns }: Request, signal: AbortSignal): Promise<boolean> {
  process.env.TMPDIR = await folderForData();
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-results-'));
  let tallies: Tally[] = [];
  try {
    await step('Services compiled', () => compileServers());
    const runChosen = async (kind: Kind): Promise<void> => {
      if (!kinds.includes(kind) || signal.aborted) return;
      tallies.push(await step(`Tests: ${kind}`, () => runKind(kind, { patterns }, folder, signal)));
    };
    const first = SIDE_BY_SIDE.filter((kind) => kinds.includes(kind)).map(runChosen);
    await Promise.all([...first, Promise.race(first.length > 0 ? first : [Promise.resolve()]).then(() => runChosen(AFTER_THE_FIRST))]);
    tallies = await runFailedAgain(tallies, folder, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
    // Ended early, jest leaves its servers to whoever comes next.
    if (signal.aborted) await Promise.all([clearAbandonedServers(), clearAbandonedSystems()]);
  }
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  console.log('');
  for (const { kind, shaky } of tallies)
    for (const what of shaky) console.log(`${kind}: ${what}: passed when it ran again alone, look into it`);
  for (const { kind, faults } of tallies) for (const what of faults) console.log(`${kind}: ${what}`);
  if (signal.aborted) console.log('Stopped before the end.');
  if (passed + failed === 0) console.log('No test ran.');
  console.log(`Tests: ${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 && !signal.aborted && tallies.every(({ faults }) => faults.length === 0);
}

if (import.meta.main) {
  const signal = stopOnSignals();
  const fine = await test(parse(process.argv.slice(2)), signal).catch(reportAndExit);
  process.exit(fine ? 0 : 1);
}
