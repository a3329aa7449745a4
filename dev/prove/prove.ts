import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { ROOT } from '@concert/machine-kit/rooms';
import { reportAndExit } from '../system/report-and-exit.ts';
import { stopOnSignals } from '../system/stop-on-signals.ts';
import { money } from './experiments/money.ts';
import { hour } from './experiments/hour.ts';
import { kills } from './experiments/kills.ts';
import { model } from './experiments/model.ts';
import { mutation } from './experiments/mutation.ts';
import { requests } from './experiments/requests.ts';
import { seats } from './experiments/seats.ts';
import { standingOf, Proof, type Experiment, type Standing } from './proof.ts';

/*
 * Runs one experiment until its goal is reached or it is stopped, goes on where an earlier run ended, and writes what it saw into its row
 * of docs/proof.md.
 */

const EXPERIMENTS: readonly Experiment[] = [seats, money, requests, model, kills, hour, mutation];
const PAGE = path.join(ROOT, 'docs/proof.md');
const GIB = 1024 ** 3;

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
  console.log('npm run prove <name> [-- --for MINUTES]\n');
  for (const { name, goal, shows } of EXPERIMENTS) {
    const { done, violations } = standingOf(name);
    console.log(`${name.padEnd(10)}${`${words(done)} of ${words(goal)}, ${words(violations)} violations`.padEnd(44)}${shows}`);
  }
}

async function prove(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { for: { type: 'string' } } });
  const [name] = positionals;
  if (name === undefined) return list();
  const experiment = EXPERIMENTS.find((one) => one.name === name);
  if (!experiment) throw new Failure(`There is no experiment ${name}.`, 'npm run prove lists them.');
  const minutes = values.for === undefined ? Infinity : Number(values.for);
  if (!(minutes > 0)) throw new Failure(`${values.for} is no number of minutes.`, 'for example: npm run prove seats -- --for 10');
  const proof = new Proof(name, experiment.goal, minutes, stopOnSignals());
  proof.say(`goes on at ${words(proof.standing.done)} of ${words(experiment.goal)}, seed ${proof.standing.seed}`);
  try {
    await experiment.run(proof);
  } finally {
    proof.save();
    writeRow(experiment, proof.standing);
  }
  process.exit(proof.standing.violations === 0 ? 0 : 1);
}

await prove().catch(reportAndExit);
