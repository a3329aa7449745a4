import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ROOT } from '@concert/machine-kit/rooms';
import type { Experiment, Proof } from '../proof.ts';

/*
 * Stryker changes one place of a rule at a time, and the unit specs of that rule have to notice. It works in a copy of the project, so that
 * a run which is killed leaves no changed source behind. What no spec noticed stays in a list beside the copy.
 */

const COPY = path.join(ROOT, '.data/prove/mutation');
const SURVIVORS = path.join(ROOT, '.data/prove/mutation-survivors.txt');
const LEAST_PERCENT = 85;
const [BOOKING, PAYMENT] = ['svc-booking/src', 'svc-payment/src'];
const BOOKING_SPECS = [`${BOOKING}/bookings/booking`, `${BOOKING}/payments/follow-partial-returns`];
const REFUND_SPECS = ['rules/refund', 'rules/refundable', 'asking/show-refund'].map((name) => `${PAYMENT}/refunds/${name}`);

/** Of a rule that no other one needs. */
const OTHER_SPECS = ['contracts/booking/ticket-code'];

/** The rules for money, seats, states and signatures, each with the unit specs it is proved by. */
export const RULES: readonly (readonly [rule: string, ...specs: string[]])[] = [
  ['contracts/core/money', 'contracts/core/core'],
  [
    'contracts/booking/seating',
    'contracts/booking/seating',
    `${BOOKING}/bookings/booking`,
    `${BOOKING}/reports/report`,
    'mfe-booking/src/features/reservation/choice',
  ],
  ['contracts/booking/ticket-code', 'contracts/booking/ticket-code'],
  [`${BOOKING}/bookings/booking`, ...BOOKING_SPECS, `${BOOKING}/bookings/hold-time`, `${BOOKING}/payments/follow-refunds`],
  [`${BOOKING}/bookings/partial-return`, ...BOOKING_SPECS, `${BOOKING}/reports/report`],
  [`${BOOKING}/seats/stock`, `${BOOKING}/seats/stock`],
  [`${BOOKING}/reports/report`, `${BOOKING}/reports/report`],
  [`${PAYMENT}/sessions/payment-session`, `${PAYMENT}/sessions/payment-session`],
  [`${PAYMENT}/settlement/session-snapshot`, `${PAYMENT}/settlement/session-snapshot`],
  [`${PAYMENT}/refunds/rules/refund`, ...REFUND_SPECS],
  [`${PAYMENT}/refunds/rules/refundable`, ...REFUND_SPECS],
  [`${PAYMENT}/webhooks/stripe-signature`, `${PAYMENT}/webhooks/stripe-signature`],
];

/** Copies the sources; packages are found in the folders above, except the project's own, which have to be the copied ones. */
function copyProject(): void {
  rmSync(COPY, { recursive: true, force: true });
  const names = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.json', '*.md'], { cwd: ROOT, encoding: 'utf8' });
  for (const name of names.split('\0').filter(Boolean)) cpSync(path.join(ROOT, name), path.join(COPY, name));
  cpSync(path.join(ROOT, 'node_modules/@concert'), path.join(COPY, 'node_modules/@concert'), { recursive: true, verbatimSymlinks: true });
}

async function tryRule(proof: Proof, rule: string, specs: readonly string[]): Promise<void> {
  const { default: all } = (await import(path.join(ROOT, 'jest.config.mjs'))) as { default: { projects: Record<string, unknown>[] } };
  const { displayName: _name, ...unit } = all.projects.find(({ displayName }) => displayName === 'unit')!;
  const testMatch = specs.map((spec) => path.join(COPY, `${spec}.unit.spec.ts`));
  writeFileSync(path.join(COPY, 'mutation.json'), JSON.stringify({ ...unit, rootDir: COPY, testMatch }));
  // As an object, because its type wants levels of the log out of a package that is Stryker's own.
  const options: object = {
    mutate: [`${rule}.ts`],
    inPlace: true,
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: { configFile: 'mutation.json', enableFindRelatedTests: false },
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    concurrency: Math.max(1, availableParallelism() - 1),
    reporters: [],
    logLevel: 'error',
  };
  const { Stryker } = await import('@stryker-mutator/core');
  const mutants = await new Stryker(options).runMutationTest();
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  const missed = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  for (const { location, mutatorName, replacement = '' } of missed) {
    const { line, column } = location.start;
    appendFileSync(SURVIVORS, `${rule}.ts:${line}:${column} ${mutatorName} ${replacement.replace(/\s+/g, ' ').slice(0, 120)}\n`);
  }
  const percent = (100 * noticed.length) / (noticed.length + missed.length);
  proof.figure('noticed', noticed.length);
  proof.figure('survived', missed.length);
  proof.figure(`% ${path.basename(rule)}`, percent);
  proof.say(`${rule}: ${percent.toFixed(1)} %`);
  if (!(percent >= LEAST_PERCENT)) proof.violation(`${rule}: ${percent.toFixed(1)} % of the mutants were noticed`);
}

/** One rule after the other; a later run goes on with the next. */
export const mutation: Experiment = {
  name: 'mutation',
  goal: RULES.length,
  shows: `files with rules for money, seats, states and signatures: unit specs notice ${LEAST_PERCENT} % of the changes to each`,
  lacks: 'a rule is proved by the specs of another one',
  run: async (proof) => {
    mkdirSync(path.dirname(SURVIVORS), { recursive: true });
    if (proof.standing.done === 0) rmSync(SURVIVORS, { force: true });
    copyProject();
    process.chdir(COPY);
    proof.begin();
    while (!proof.isOver) {
      const [rule, ...specs] = RULES[proof.standing.done]!;
      await tryRule(proof, rule, proof.options.isControl ? OTHER_SPECS : specs);
      proof.count();
    }
    process.chdir(ROOT);
    rmSync(COPY, { recursive: true, force: true });
  },
};
