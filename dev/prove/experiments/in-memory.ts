import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@concert/machine-kit/rooms';
import type { Experiment, Proof } from '../proof.ts';

/*
 * Experiments on svc-payment with its real rules, and a database and a provider in memory. The service's own harnesses play them, as
 * programs: nothing around the services imports one.
 */

/** The sources as they are; Node removes the types. */
const NODE_FLAGS = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', '--conditions=source'];
/** So many in one process. */
const RANGE = 5_000;

interface Told {
  readonly done: number;
  readonly faults: readonly string[];
  readonly figures?: Readonly<Record<string, number>>;
}

async function play(proof: Proof, file: string, from: number, ...more: readonly string[]): Promise<void> {
  const count = Math.min(RANGE, proof.left);
  const child = spawn(process.execPath, [...NODE_FLAGS, path.join(ROOT, file), String(from), String(count), ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const { done, faults, figures = {} } = JSON.parse(line) as Told;
    for (const fault of faults) proof.violation(fault);
    for (const [name, by] of Object.entries(figures)) proof.figure(name, by);
    proof.count(done);
    if (proof.isOver) child.kill();
  }
  const code = await ended;
  if (code !== 0 && !proof.isOver) throw new Error(`${file} ended with code ${code}`);
}

/** Notices of the provider in every order, lost and repeated. */
export const notices: Experiment = {
  name: 'notices',
  // Three stories, each with all rows of up to six out of six notices: 3 * (6^0 + … + 6^6).
  goal: 167_961,
  shows: 'orders, losses and repeats of up to six notices of one booking, refund and dispute among them, with kills: one end state',
  run: async (proof) => {
    proof.begin();
    while (!proof.isOver) await play(proof, 'svc-payment/src/webhooks/notice-proofs.harness.ts', proof.standing.done);
  },
};

/** Refunds with everything that can go wrong. */
export const refunds: Experiment = {
  name: 'refunds',
  goal: 10_000,
  shows: 'refunds with clicks, kills, 5xx, timeouts, two windows and refunds made at the provider: each cent goes back once',
  run: async (proof) => {
    proof.begin();
    const { standing } = proof;
    while (!proof.isOver) await play(proof, 'svc-payment/src/refunds/refund-proofs.harness.ts', standing.done, String(standing.seed));
  },
};
