import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { ROOT } from '@concert/machine-kit/rooms';
import { reportAndExit } from '../system/report-and-exit.ts';
import { stopOnSignals } from '../system/stop-on-signals.ts';
import { EXPERIMENTS } from './experiments.ts';
import { Proof, standingOf, type Experiment, type RunOptions, type Standing } from './proof.ts';

/*
 * Runs experiments until their goals are reached or they are stopped, goes on where earlier runs ended, and writes what it saw into their
 * rows of docs/proof.md. With `--control` its faults are planted, one after the other, and each has to be found.
 */

const USAGE = 'npm run prove <name|all> [-- --for MINUTES] [--control] [--beside COMMIT]';
const PAGE = path.join(ROOT, 'docs/proof.md');
const GIB = 1024 ** 3;
/** Of each experiment, where all are run or a fault is planted. */
const SHORT_MINUTES = 2;

const words = (count: number): string => count.toLocaleString('en');

function rowOf({ name, goal }: Experiment, { done, violations, seconds, seed, figures }: Standing): string {
  const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / GIB)} GB, Node ${process.versions.node}`;
  const rate = seconds === 0 ? 0 : done / seconds;
  const others = Object.entries(figures).map(([what, value]) => `${words(Math.round(value * 100) / 100)} ${what}`);
  const cells = [
    `\`${name}\``,
    `${words(done)} of ${words(goal)}`,
    words(violations),
    `${rate >= 10 ? words(Math.round(rate)) : rate.toFixed(2)}/s in ${words(Math.round(seconds))} s`,
    others.join(', '),
    String(seed),
    commit,
    machine,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Replaces the experiment's row of the table. */
function writeRow(experiment: Experiment, standing: Standing): void {
  const row = rowOf(experiment, standing);
  const page = readFileSync(PAGE, 'utf8');
  const known = page.split('\n').find((line) => line.startsWith(`| \`${experiment.name}\` | `));
  if (known === undefined) throw new Failure(`docs/proof.md has no row for ${experiment.name}.`, 'add one to its table.');
  writeFileSync(
    PAGE,
    page.replace(known, () => row),
  );
  console.log(`\n${row}`);
}

function list(): void {
  console.log(`${USAGE}\n`);
  for (const { name, goal, shows } of EXPERIMENTS) {
    const { done, violations } = standingOf(name);
    console.log(`${name.padEnd(12)}${`${words(done)} of ${words(goal)}, ${words(violations)} violations`.padEnd(44)}${shows}`);
  }
}

/** @returns whether it ended as it must */
async function run(experiment: Experiment, options: RunOptions): Promise<boolean> {
  const proof = new Proof(experiment, options);
  if (options.isControl) proof.say(`a control: ${experiment.lacks}`);
  else proof.say(`goes on at ${words(proof.standing.done)} of ${words(experiment.goal)}, seed ${proof.standing.seed}`);
  await experiment.run(proof).finally(() => proof.save());
  if (!options.isControl) writeRow(experiment, proof.standing);
  const { violations } = proof.standing;
  if (options.isControl)
    proof.say(
      violations > 0 ? 'the planted fault was found' : 'the planted fault was NOT found: this experiment does not see what it is for',
    );
  return violations > 0 === options.isControl;
}

async function prove(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { for: { type: 'string' }, control: { type: 'boolean', default: false }, beside: { type: 'string' } },
  });
  const [name] = positionals;
  if (name === undefined) return list();
  const asked = name === 'all' ? EXPERIMENTS : EXPERIMENTS.filter((one) => one.name === name);
  if (asked.length === 0) throw new Failure(`There is no experiment ${name}.`, 'npm run prove lists them.');
  const isShort = name === 'all' || values.control;
  const minutes = values.for === undefined ? (isShort ? SHORT_MINUTES : Infinity) : Number(values.for);
  if (!(minutes > 0)) throw new Failure(`${values.for} is no number of minutes.`, USAGE);
  const stop = stopOnSignals();
  const runs = values.control ? asked.flatMap((one) => [one, ...(one.alsoLacks ?? []).map((fault) => ({ ...one, ...fault }))]) : asked;
  const wrong: Experiment[] = [];
  for (const experiment of runs) {
    // What was not planted was not found.
    const isFine = stop.aborted
      ? !values.control
      : await run(experiment, { minutes, isControl: values.control, beside: values.beside, stop });
    if (!isFine) wrong.push(experiment);
  }
  if (values.control) for (const { name: of, lacks } of wrong) console.log(`${of}: NOT found: ${lacks}`);
  process.exit(wrong.length > 0 ? 1 : 0);
}

await prove().catch(reportAndExit);
