import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@concert/machine-kit/rooms';
import type { Experiment, Proof } from '../proof.ts';

/** The sources as they are; Node removes the types. */
export const NODE_FLAGS = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', '--conditions=source'];
interface Told {
  readonly done: number;
  readonly faults: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

/**
 * Plays lives by a harness of svc-payment's own, as a program: nothing around the services imports one.
 * @param lives how many one process plays
 * @param guard what the program leaves out in a control
 */
async function play(proof: Proof, program: string, lives: number, guard: string): Promise<void> {
  const { seed, done } = proof.standing;
  const range = [String(seed + done), String(Math.min(lives, proof.left)), ...(proof.options.isControl ? [guard] : [])];
  const child = spawn(process.execPath, [...NODE_FLAGS, path.join(ROOT, 'svc-payment/src', program), ...range], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const { done: played, faults, figures } = JSON.parse(line) as Told;
    for (const fault of faults) proof.violation(fault);
    for (const [name, by] of Object.entries(figures)) proof.figure(name, by);
    proof.count(played);
    if (proof.isOver) child.kill();
  }
  const code = await ended;
  if (code !== 0 && !proof.isOver) throw new Error(`${program} ended with code ${code}`);
}

/** The money of bookings, with a database and a provider in memory. */
export const money: Experiment = {
  name: 'money',
  goal: 200_000,
  shows: 'lives of one booking’s money, with kills, lost notices, refunds, gifts and disputes: each cent comes and goes back once',
  lacks: 'a refund is sent again without its key and without reading what became of the first',
  run: async (proof) => {
    proof.begin();
    while (!proof.isOver) await play(proof, 'money-life-proofs.harness.ts', 5_000, 'keys and reading before sending again');
  },
};

/** The account at the provider over some weeks, on the stand-in's own rules, with a database in memory. */
export const books: Experiment = {
  name: 'books',
  goal: 10_000,
  shows:
    'weeks of an account with sales, refunds, disputes, fees, payouts and three currencies, read late, twice and killed: the books equal the provider’s balance',
  lacks: 'what becomes visible late is not read again',
  run: async (proof) => {
    proof.begin();
    while (!proof.isOver) await play(proof, 'books/account-life-proofs.harness.ts', 10_000, 'reading the last hour again');
  },
};
