import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '@concert/machine-kit/browser';
import { freePorts } from '@concert/machine-kit/ports';
import { run } from '@concert/machine-kit/processes';
import { perService, ROOT, SERVICES } from '@concert/machine-kit/rooms';
import { askStandIn } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import { systemFilePaths, type SystemAddress } from '../../system/address.ts';
import { step } from '../../system/progress.ts';
import { USE_SYSTEM } from '../../system/running-system.ts';
import { changes } from '../containers/changes.ts';
import { Containers, databaseUrl, engineVersion, environmentOf, expectThat, untilReady, UP_MS } from '../containers/compose.ts';
import { rebuilt } from '../containers/rebuild.ts';
import type { Experiment, Proof } from '../proof.ts';

/*
 * Builds every image, starts docker-compose.yml with whatever engine `docker` reaches, looks whether each container is what it should be, buys
 * tickets in a browser, changes keys by the documented commands, has one alert mailed, loses the machine and builds it again.
 */

const JOURNEY_MS = 10 * 60_000;
/** Nearly all of it are the layers that every process has in common. */
const LARGEST_SERVICE_BYTES = 300_000_000;
const PROCESSES = ['gateway', ...SERVICES, 'shell', 'mfe-public', 'mfe-booking', 'mfe-admin'] as const;
/** The rule waits two minutes. */
const ALERTED = { withinMs: 6 * 60_000, everyMs: 2_000 };
const PROMETHEUS_QUERY = 'exec -T prometheus promtool query instant http://localhost:9090'.split(' ');
const MONITORING_PROFILE = { COMPOSE_PROFILES: 'monitoring' };

/** What is laid over docker-compose.yml: only here the database can be reached from outside, because the journey looks behind the site. */
async function overlay(folder: string, mongo: number, isControl: boolean): Promise<string> {
  await mkdir(path.join(folder, 'elsewhere'));
  const services = {
    mongo: { ports: [`127.0.0.1:${mongo}:27017`], networks: ['looked-at'] },
    'backup-away': { volumes: [`${path.join(folder, 'elsewhere')}:/elsewhere`] },
    ...(isControl ? { gateway: { read_only: false } } : {}),
  };
  // In place of the ports of docker-compose.yml.
  return JSON.stringify({ services, networks: { 'looked-at': {} } }).replaceAll('"ports":[', '"ports": !override [');
}

async function addressOf(containers: Containers, ports: readonly number[], folder: string): Promise<SystemAddress> {
  const [site, stripe, mail, identity, mongo = 0] = ports;
  const secrets = await containers.secrets();
  return {
    pid: process.pid,
    ...{ site: `http://localhost:${site}`, entrance: `http://127.0.0.1:${site}` },
    ...{ mailbox: `http://localhost:${mail}`, payments: `http://localhost:${stripe}`, identity: `http://localhost:${identity}` },
    ...{ services: perService(() => ''), mongo: perService((name) => databaseUrl(secrets, name, mongo)) },
    ...{ rabbit: '', accounts: await containers.sampleAccounts(), dataFolder: folder, logs: folder },
  };
}

async function lookAtEach(containers: Containers): Promise<void> {
  for (const name of PROCESSES) {
    const { Config, HostConfig } = await containers.inspect(name);
    const bytes = await containers.imageBytes(name);
    expectThat(Config.User === '1000:1000', `${name} runs as ${Config.User || 'root'}`);
    expectThat(HostConfig.ReadonlyRootfs, `${name} may write into its own files`);
    expectThat(HostConfig.CapDrop?.includes('ALL') ?? false, `${name} keeps rights it does not need`);
    expectThat(HostConfig.Memory > 0, `${name} has no memory limit`);
    expectThat(bytes < LARGEST_SERVICE_BYTES, `${name} has an image of ${(bytes / 1e6).toFixed(0)} MB`);
    for (const tool of ['sh', 'npm', 'gcc']) {
      const command = ['run', '--rm', '--entrypoint', tool, containers.image(name), '--version'];
      expectThat((await run('docker', command, { withinMs: 60_000 })).code !== 0, `${name} has ${tool} inside`);
    }
  }
}

/** Here they are red: nobody typed what an organiser types, and nothing is on a domain yet. */
async function checksAreTold(containers: Containers): Promise<void> {
  const told = await containers.compose(['run', '--rm', '-T', 'doctor']).catch((error: unknown) => String(error));
  expectThat(/NOT READY {2}date/.test(told) && /\d+ not ready\. The sale is open/.test(told), 'the doctor does not tell the checks', told);
}

async function journey(folder: string): Promise<void> {
  // Not through `npm test`, which would build once more what the images hold.
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', path.join(ROOT, 'node_modules/jest/bin/jest.js')];
  const args = [...flags, '--selectProjects', 'e2e', '--runInBand', '--testPathPatterns', 'main-job'];
  const env = { ...process.env, [USE_SYSTEM]: folder, CHROME_PATH: await findBrowser(), FORCE_COLOR: '0' };
  const { code, output } = await run(process.execPath, args, { cwd: ROOT, env, withinMs: JOURNEY_MS });
  expectThat(code === 0, 'the journey failed', output.trim().split('\n').slice(-60).join('\n'));
}

/** A process is stopped, and its alert comes by mail. */
async function alertIsMailed(containers: Containers, mailbox: string): Promise<void> {
  await containers.with(MONITORING_PROFILE).compose(['up', '--detach', '--no-build'], UP_MS);
  const watched = () => containers.compose([...PROMETHEUS_QUERY, 'up{service="svc-auth"} == 1']);
  await until('svc-auth is watched', watched, (printed) => printed.includes('=>'), ALERTED);
  await containers.compose(['stop', 'svc-auth']);
  const mails = () => askStandIn<{ text: string | null }[]>(mailbox, 'mails?to=organisers@concert.example');
  await until('its alert is emailed', mails, (all) => all.some(({ text }) => text?.includes('svc-auth does not answer')), ALERTED);
  await containers.startAgain('svc-auth');
  await containers.with(MONITORING_PROFILE).compose(['rm', '--stop', '--force', 'prometheus', 'alertmanager'], UP_MS);
}

/** Asks every process to end; each does within its time and by itself. */
async function stopCleanly(containers: Containers): Promise<void> {
  await containers.compose(['stop'], UP_MS);
  for (const name of PROCESSES) {
    const { State } = await containers.inspect(name);
    expectThat(!State.OOMKilled, `${name} ended with no memory left`);
    expectThat(State.ExitCode === 0, `${name} ended with code ${State.ExitCode}`);
  }
}

async function tryAll(proof: Proof, containers: Containers, ports: readonly number[], folder: string): Promise<void> {
  const { stop, isControl } = proof.options;
  await containers.build(stop);
  await step('Containers up', () => containers.compose(['up', '--detach', '--no-build'], UP_MS));
  await step('Site ready', () => untilReady(`http://localhost:${ports[0]}/health/ready`, stop));
  await step('Containers are small, locked and limited', () => lookAtEach(containers));
  if (isControl) return;
  const address = await addressOf(containers, ports, folder);
  await writeFile(systemFilePaths(folder).address, JSON.stringify(address), { mode: 0o600 });
  await step('Journey: seats reserved, paid, tickets by email', () => journey(folder));
  await step('The checks before a sale are told', () => checksAreTold(containers));
  await changes(containers, address.site);
  await step('A part is stopped, and its alert is emailed', () => alertIsMailed(containers, address.mailbox!));
  await rebuilt(containers, address, stop);
  await step('Everything that is always true holds', () => containers.compose(['run', '--rm', '-T', 'ops', 'verify']));
  await step('Stopped cleanly', () => stopCleanly(containers));
}

/** The containers of docker-compose.yml. */
export const containers: Experiment = {
  name: 'containers',
  goal: 1,
  shows:
    'with a container engine: images built, locked down and limited, tickets bought, keys changed, an alert emailed, a lost machine rebuilt',
  lacks: 'the gateway may write into its own files',
  run: async (proof) => {
    proof.say(`engine ${await engineVersion()}`);
    proof.beginAnew();
    const folder = await mkdtemp(path.join(tmpdir(), 'concert-containers-'));
    const ports = await freePorts(5);
    const [site, stripe, mail, identity, mongo = 0] = ports;
    const laidOver = path.join(folder, 'ports.yml');
    await writeFile(laidOver, await overlay(folder, mongo, proof.options.isControl));
    const env = {
      ...(await environmentOf(`concert-prove-${process.pid}`)),
      COMPOSE_FILE: ['docker-compose.yml', laidOver].join(path.delimiter),
      ...{ SITE_PORT: String(site), STRIPE_PORT: String(stripe), MAIL_PORT: String(mail), IDENTITY_PORT: String(identity) },
      // As `setup` and an operator write them into .env.
      ...{ BACKUP_KEY: randomBytes(32).toString('hex'), BACKUP_FOLDER: path.join(folder, 'backups') },
      ...{ BACKUP_REPOSITORY: '/elsewhere/repository', SAMPLE_ACCOUNTS: 'true' },
    };
    const all = new Containers(env);
    proof.begin();
    try {
      await tryAll(proof, all, ports, folder);
      proof.count();
    } catch (error) {
      console.log(await all.compose(['logs', '--tail', '40', '--no-color']).catch(() => ''));
      proof.violation((error as Error).message);
    } finally {
      await all
        .with(MONITORING_PROFILE)
        .compose(['down', '--volumes', '--timeout', '20'], UP_MS)
        .catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    }
  },
};
