import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { freePorts } from '@concert/machine-kit/ports';
import { ROOT, SERVICES } from '@concert/machine-kit/rooms';
import { makeBuyers } from '@concert/test-kit/buyers';
import { createAuthority } from '@concert/test-kit/certificates';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { DATABASES } from '../system/database-accounts.ts';
import { Progress } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { stopOnSignals } from '../system/stop-on-signals.ts';
import { TRIPS, type Drill, type Trip } from './alert-trips.ts';
import { Containers, databaseUrl, engineVersion, startingUsers, untilReady } from './compose-containers.ts';

/*
 * Trips each alert of the product in the containers of docker-compose.yml with the profile `monitoring`, and finds its mail in the mailbox of the
 * stand-in. The rules, their limits and the way of a mail are as on any other day; only the time for which a rule must hold before its alert rises
 * is cut, and the hour of TaskNotRunning: deploy/prometheus/concert-alerts.test.yml proves the times. `--no-build` takes the images that are there;
 * the names of alerts trip these alone.
 */

const UP_MS = 10 * 60_000;
/** From the trip to the mail. */
const MAIL_MS = 180_000;
/** For a rate of five minutes to fall again. */
const QUIET_MS = 420_000;
const CERTIFICATES = 'certificates';
const BEAT_SILENCE_MS = 150_000;

const progress = new Progress(false);

/** A copy of deploy/prometheus in which alerts rise soon. */
async function impatientRules(folder: string): Promise<string> {
  const copy = path.join(folder, 'prometheus');
  await cp(path.join(ROOT, 'deploy/prometheus'), copy, { recursive: true });
  const file = path.join(copy, 'concert-alerts.yml');
  const rules = await readFile(file, 'utf8');
  await writeFile(file, rules.replaceAll(/for: \d+m/g, 'for: 15s').replace('> 3600 + 2 *', '> 60 + 2 *'));
  return copy;
}

/** A watcher outside: says each beat. */
const WATCHER =
  "require('node:http').createServer((request, response) => { console.log('beat'); request.resume(); response.end(); }).listen(8080)";

async function overlay(folder: string, mongo: number): Promise<object> {
  // Not the folder itself, which nobody but its owner reads.
  const certificates = path.join(folder, CERTIFICATES);
  await mkdir(certificates);
  await writeFile(path.join(certificates, 'authority.pem'), (await createAuthority('Good for long', { days: 365 })).cert);
  return {
    services: {
      mongo: { ports: [`127.0.0.1:${mongo}:27017`], networks: ['looked-at'] },
      prometheus: { volumes: [`${await impatientRules(folder)}:/etc/prometheus:ro`] },
      'svc-notify': { environment: { RABBITMQ_TLS_CA_FILE: '/certificates/authority.pem' }, volumes: [`${certificates}:/certificates:ro`] },
      watcher: {
        image: process.env.NODE_IMAGE ?? 'node:24.21.0-bookworm-slim',
        init: true,
        networks: ['alerts'],
        entrypoint: ['node', '-e', WATCHER],
      },
    },
    networks: { 'looked-at': {} },
    // Small enough to be filled.
    volumes: { backups: { driver: 'local', driver_opts: { type: 'tmpfs', device: 'tmpfs', o: 'size=16m' } } },
  };
}

interface Mail {
  readonly text: string | null;
  readonly receivedAt: string;
  readonly to: readonly { readonly email: string }[];
}

async function alertMails(mailbox: string): Promise<Mail[]> {
  const mails = (await (await fetch(`${mailbox}/_admin/mails?to=organisers@concert.example`)).json()) as Mail[];
  return mails.filter(({ text }) => text?.includes('What to do: docs/runbooks/'));
}

/** Trips one alert and waits for its mail. @returns whether it came in time */
async function tripped(drill: Drill, { alert, says, trip, end }: Trip): Promise<boolean> {
  // What rose beside another alert has to be over: only what rises anew is mailed at once.
  await until(
    `${alert} does not rise`,
    () => query(drill.containers, `ALERTS{alertname="${alert}"}`),
    (rising) => rising.length === 0,
    {
      withinMs: QUIET_MS,
      everyMs: 5_000,
    },
  );
  const at = Date.now();
  try {
    await trip(drill);
    const mail = await until(
      `the mail of ${alert} is there`,
      async () =>
        (await alertMails(drill.mailbox)).find(
          ({ text, receivedAt }) => Date.parse(receivedAt) >= at && text!.includes(`(${alert})`) && says.test(text!),
        ),
      Boolean,
      { withinMs: Math.max(1_000, at + MAIL_MS - Date.now()), everyMs: 1_000 },
    );
    progress.line(`  ok ${alert.padEnd(24)} mailed after ${Math.round((Date.parse(mail!.receivedAt) - at) / 1_000)} s`);
    if (alert === 'MailRefused') await beatStops(drill);
    return true;
  } catch (error) {
    progress.line(`  -- ${alert.padEnd(24)} ${error instanceof Error ? error.message.slice(0, 600) : String(error)}`);
    return false;
  } finally {
    await end?.(drill);
  }
}

const beats = async ({ containers }: Pick<Drill, 'containers'>) =>
  (await containers.compose(['logs', '--no-log-prefix', 'watcher'])).split('\n').filter((line) => line.includes('beat')).length;

/** While mails are refused, no alert can be mailed, and the watcher outside has to notice; afterwards the beat goes on. */
async function beatStops(drill: Drill): Promise<void> {
  let [last, since] = [await beats(drill), Date.now()];
  await until(
    'the beat has stopped',
    async () => {
      const now = await beats(drill);
      if (now !== last) [last, since] = [now, Date.now()];
      return Date.now() - since > BEAT_SILENCE_MS;
    },
    true,
    { withinMs: 2 * BEAT_SILENCE_MS, everyMs: 5_000 },
  );
  await fetch(`${drill.mailbox}/_admin/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reset: true }),
  });
  await until(
    'the beat goes on',
    () => beats(drill),
    (now) => now > last,
    // The waits between tries of a mail double, so the next may be as long as all of this took.
    { withinMs: 600_000, everyMs: 5_000 },
  );
  progress.line(`  ok the beat stopped while mails were refused, and went on`);
}

async function query(containers: Containers, expression: string): Promise<string[]> {
  const printed = await containers.compose([
    'exec',
    '-T',
    'prometheus',
    'promtool',
    'query',
    'instant',
    'http://localhost:9090',
    expression,
  ]);
  return printed.split('\n').filter((line) => line.includes('=>'));
}

async function openDatabases(containers: Containers, port: number, opened: Connection[]): Promise<Drill['databases']> {
  const secrets = await containers.secrets();
  for (const name of SERVICES) opened.push(await mongoose.createConnection(databaseUrl(secrets, name, port)).asPromise());
  return Object.fromEntries(SERVICES.map((name, index) => [DATABASES[name], opened[index]])) as unknown as Drill['databases'];
}

async function verify(signal: AbortSignal): Promise<void> {
  progress.line(`Engine ${await engineVersion()}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-alerts-'));
  const [site = 0, stripe = 0, mail = 0, identity = 0, mongo = 0] = await freePorts(5);
  await writeFile(path.join(folder, 'ports.yml'), JSON.stringify(await overlay(folder, mongo)));
  const containers = new Containers(
    {
      ...process.env,
      ...(await startingUsers()),
      ...{ SITE_PORT: String(site), STRIPE_PORT: String(stripe), MAIL_PORT: String(mail), IDENTITY_PORT: String(identity) },
      ...{ COMPOSE_PROFILES: 'monitoring', COMPOSE_PARALLEL_LIMIT: '1', HEARTBEAT_URL: 'http://watcher:8080/' },
      ...{ SAMPLE_ACCOUNTS: 'true', AUTH_PASSKEYS_DEMANDED: 'false', AUTH_APPROVALS: 'off' },
    },
    folder,
    `concert-alerts-${process.pid}`,
  );
  const opened: Connection[] = [];
  try {
    if (!process.argv.includes('--no-build')) await containers.build(progress, signal);
    await progress.step('Containers up', () => containers.compose(['up', '--detach', '--no-build'], UP_MS));
    await progress.step('Site ready', () => untilReady(`http://localhost:${site}/health/ready`, signal));
    const databases = await openDatabases(containers, mongo, opened);
    const accounts = await containers.sampleAccounts();
    const drill: Drill = {
      containers,
      databases,
      site: `http://localhost:${site}`,
      stripe: `http://localhost:${stripe}`,
      mailbox: `http://localhost:${mail}`,
      certificates: path.join(folder, CERTIFICATES),
      admin: accounts.find(({ role }) => role === 'admin')!,
      buyers: await makeBuyers(databases.auth, 3),
    };
    await progress.step('Everything is watched, a backup is made, and nothing is wrong', async () => {
      await until(
        'every process is watched',
        () => query(containers, 'up == 1'),
        (up) => up.length === 6,
        { withinMs: 120_000, everyMs: 2_000 },
      );
      await until(
        'a backup is made',
        () => containers.compose(['logs', 'upkeep']),
        (logs) => logs.includes('Restored'),
        { withinMs: 180_000, everyMs: 2_000 },
      );
      await until(
        'no alert rises',
        () => query(containers, 'ALERTS{alertname!="Watchdog"}'),
        (alerts) => alerts.length === 0,
        { withinMs: 300_000, everyMs: 5_000 },
      );
      await until('a beat came', () => beats({ containers }), Boolean, { withinMs: 120_000, everyMs: 2_000 });
    });
    let fine = 0;
    const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
    const asked = TRIPS.filter(({ alert }) => named.length === 0 || named.includes(alert));
    for (const trip of asked) {
      signal.throwIfAborted();
      if (await tripped(drill, trip)) fine += 1;
    }
    progress.line(`${fine} of ${asked.length} alerts were mailed within three minutes of their trip.`);
    if (fine < asked.length) throw new Failure('Not every alert was mailed.', 'read what is said above.');
  } catch (error) {
    progress.line(await containers.compose(['logs', '--tail', '20', '--no-color', 'alertmanager', 'prometheus', 'upkeep']).catch(() => ''));
    throw error;
  } finally {
    for (const connection of opened) await connection.close().catch(() => undefined);
    await progress.step('Taken away', () => containers.compose(['down', '--volumes', '--timeout', '10'], UP_MS)).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

await verify(stopOnSignals()).then(
  () => process.exit(0),
  (error: unknown) => reportAndExit(error),
);
