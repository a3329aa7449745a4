import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@concert/machine-kit/rooms';
import type { Experiment, Proof } from '../proof.ts';

/* svc-payment's own harness plays it, as a program: nothing around the services imports one. */

const PROGRAM = path.join(ROOT, 'svc-payment/src/money-life-proofs.harness.ts');
/** The sources as they are; Node removes the types. */
export const NODE_FLAGS = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', '--conditions=source'];
/** So many in one process. */
const RANGE = 5_000;

/** The program leaves it out in a control. */
const GUARD = 'keys and reading before sending again';

interface Told {
  readonly done: number;
  readonly faults: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

async function play(proof: Proof): Promise<void> {
  const { seed, done } = proof.standing;
  const range = [String(seed + done), String(Math.min(RANGE, proof.left)), ...(proof.options.isControl ? [GUARD] : [])];
  const child = spawn(process.execPath, [...NODE_FLAGS, PROGRAM, ...range], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const { done: played, faults, figures } = JSON.parse(line) as Told;
    for (const fault of faults) proof.violation(fault);
    for (const [name, by] of Object.entries(figures)) proof.figure(name, by);
    proof.count(played);
    if (proof.isOver) child.kill();
  }
  const code = await ended;
  if (code !== 0 && !proof.isOver) throw new Error(`the lives of bookings ended with code ${code}`);
}

/** The money of bookings, with a database and a provider in memory. */
export const money: Experiment = {
  name: 'money',
  goal: 200_000,
  shows: 'lives of one booking’s money, with kills, lost notices, refunds, gifts and disputes: each cent comes and goes back once',
  lacks: 'a refund is sent again without its key and without reading what became of the first',
  run: async (proof) => {
    proof.begin();
    while (!proof.isOver) await play(proof);
  },
};
