import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '@concert/test-kit/until';
import { ROOT } from '@concert/machine-kit/rooms';
import { step } from '../../system/progress.ts';
import { expectThat, UP_MS, type Containers } from './compose.ts';

/*
 * What an operator does to containers that run, by the commands of docs/operate.md: other keys, and a look at the queues.
 * Each is judged by what it leaves: which containers were started again.
 */

/** From a file's change to the process that has read it. */
const RESTARTED_MS = 60_000;
const RUNNING = ['mongo', 'rabbitmq', 'gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify', 'shell', 'mfe-public'] as const;
type Running = (typeof RUNNING)[number];
const UP = 'docker compose up --detach --no-build';

const operate = readFileSync(path.join(ROOT, 'docs/operate.md'), 'utf8');

/** Runs a command that docs/operate.md gives. @returns what it printed */
function documented(containers: Containers, command: string): Promise<string> {
  expectThat(operate.includes(command), 'docs/operate.md does not give the command', command);
  return containers.compose(command.split(' ').slice(2), UP_MS);
}

/** When each container was started last. */
async function started(containers: Containers): Promise<Record<Running, string>> {
  const entries: [Running, string][] = [];
  for (const name of RUNNING) entries.push([name, (await containers.inspect(name)).State.StartedAt]);
  return Object.fromEntries(entries) as Record<Running, string>;
}

/** @throws Failure unless exactly these were started again since then, soon */
async function assertRestarted(containers: Containers, since: Record<Running, string>, names: readonly Running[]): Promise<void> {
  const again = async () => {
    const now = await started(containers);
    return RUNNING.filter((name) => now[name] !== since[name]);
  };
  const all = (some: readonly Running[]) => names.every((name) => some.includes(name));
  const seen = await until(`${names.join(', ')} is started again`, again, all, { withinMs: RESTARTED_MS, everyMs: 500 });
  expectThat(seen.length === names.length, `only ${names.join(', ') || 'nothing'} is meant to start again`, seen);
}

/** Keys of one's own, made up: they open nothing anywhere. */
const madeUp = (kind: string) => `${kind}_51H${randomBytes(18).toString('hex')}`;
const OWN = { STRIPE_SECRET_KEY: madeUp('sk_test'), STRIPE_WEBHOOK_SECRETS: madeUp('whsec') };

/** New keys reach the one process that reads them, and a refusal reaches none. */
async function keys(containers: Containers, site: string): Promise<void> {
  const up = (settings: NodeJS.ProcessEnv) => containers.with(settings).compose(UP.split(' ').slice(2), UP_MS);
  let since = await started(containers);
  const refused = await up({ ...OWN, STRIPE_SECRET_KEY: madeUp('sk_live') }).then(
    () => false,
    () => true,
  );
  expectThat(refused, 'a live key without anything else was taken');
  await assertRestarted(containers, since, []);
  expectThat((await fetch(`${site}/api/concert`)).ok, 'the site is away after a refusal');

  await up(OWN);
  // With a payment account of one's own the stand-in for Google is no longer believed either.
  await assertRestarted(containers, since, ['svc-auth', 'svc-payment']);
  since = await started(containers);
  const rotating = { ...OWN, STRIPE_WEBHOOK_SECRETS: `${OWN.STRIPE_WEBHOOK_SECRETS},${madeUp('whsec')}` };
  await up(rotating);
  await assertRestarted(containers, since, ['svc-payment']);
  since = await started(containers);
  await up({ ...rotating, AUTH_PASSKEYS_DEMANDED: 'true' });
  await assertRestarted(containers, since, ['svc-auth']);
  await up({});
}

/** The operator's commands reach database and broker, and nothing is started again for them. */
async function operatorsCommands(containers: Containers): Promise<void> {
  const since = await started(containers);
  const printed = await documented(containers, 'docker compose run --rm ops dead-letters list');
  expectThat(printed.includes('svc-booking'), 'the list of dead letters names no service', printed);
  await assertRestarted(containers, since, []);
}

/** @throws Failure where a documented command does not leave what it says */
export async function changes(containers: Containers, site: string): Promise<void> {
  await step('The operator’s commands run beside the servers', () => operatorsCommands(containers));
  await step('New keys reach the one process that reads them, a refusal none', () => keys(containers, site));
}
