import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '@concert/test-kit/until';
import { ROOT } from '@concert/machine-kit/rooms';
import type { Progress } from '../../system/progress.ts';
import { expectThat, UP_MS, type Containers } from './compose.ts';

/*
 * What an operator does to containers that run, by the commands of docs/operate.md: other keys, another version of one part and the way
 * back, a look at the queues. Each is judged by what it leaves: which image runs, and which containers were started again.
 */

const BUILD_MS = 40 * 60_000;
/** From a file's change to the process that has read it. */
const RESTARTED_MS = 60_000;
const RUNNING = ['mongo', 'rabbitmq', 'gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify', 'shell', 'mfe-public'] as const;
type Running = (typeof RUNNING)[number];
const UP = 'docker compose up --detach --no-build';
const NEXT = '1.2.0';

const operate = readFileSync(path.join(ROOT, 'docs/operate.md'), 'utf8');

/** Runs a command that docs/operate.md gives, with an assignment before it as its environment. @returns what it printed */
function documented(containers: Containers, command: string, withinMs = UP_MS): Promise<string> {
  expectThat(operate.includes(command), 'docs/operate.md does not give the command', command);
  const words = command.split(' ');
  const [name, value] = words[0]!.split('=');
  const assigned = value === undefined ? {} : { [name!]: value };
  return containers.with(assigned).compose(words.slice(words.indexOf('compose') + 1), withinMs);
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

const imageId = async (containers: Containers, name: string): Promise<string> =>
  (await containers.docker(['image', 'inspect', '--format', '{{.Id}}', containers.image(name)])).trim();

async function assertImage(containers: Containers, name: Running, image: string): Promise<void> {
  expectThat((await containers.inspect(name)).Image === image, `${name} does not run`, image);
}

/** One part is built with a version, takes the place of the one before, and goes back. */
async function versions(containers: Containers): Promise<void> {
  const before = await imageId(containers, 'svc-booking');
  const since = await started(containers);
  await documented(containers, `VERSION=${NEXT} docker compose build svc-booking`, BUILD_MS);
  const next = containers.with({ VERSION: NEXT });
  const built = await imageId(next, 'svc-booking');
  expectThat(built !== before, 'the build left the image that was there');
  await documented(containers, `VERSION=${NEXT} docker compose run --rm --no-deps migrate-booking`);
  await documented(containers, `VERSION=${NEXT} ${UP} --no-deps svc-booking`);
  await assertImage(containers, 'svc-booking', built);
  await assertRestarted(containers, since, ['svc-booking']);
  expectThat(operate.includes(`VERSION=<before> ${UP}`), 'docs/operate.md does not say how to go back');
  await containers.with({ VERSION: 'latest' }).compose(UP.split(' ').slice(2), UP_MS);
  await assertImage(containers, 'svc-booking', before);
  await containers.docker(['image', 'rm', next.image('svc-booking')]);
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
export async function changes(containers: Containers, progress: Progress, site: string): Promise<void> {
  await progress.step('The operator’s commands run beside the servers', () => operatorsCommands(containers));
  await progress.step('New keys reach the one process that reads them, a refusal none', () => keys(containers, site));
  await progress.step('One part gets another version, and goes back', () => versions(containers));
}
