import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '@concert/machine-kit/browser';
import { Failure } from '@concert/machine-kit/failure';
import { freePorts } from '@concert/machine-kit/ports';
import { run } from '@concert/machine-kit/processes';
import { Containers, databaseUrl, engineVersion, startingUsers, untilReady } from './compose-containers.ts';
import { verifyChanges } from './container-changes.ts';
import { rebuilt } from './container-rebuild.ts';
import { DOMAIN_PROFILE, domainOverlay, onDomain } from './container-domain.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { Progress } from '../system/progress.ts';
import { ROOT, SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { USE_SYSTEM } from '../system/running-system.ts';
import { stopOnSignals } from '../system/stop-on-signals.ts';
import { systemFilePaths, type SystemAddress } from '../system/address.ts';

/*
 * Builds every image, starts docker-compose.yml with whatever engine `docker` reaches, looks whether each container is what it
 * should be, buys tickets in a browser, changes keys and versions by the documented commands, stops everything and takes it away.
 */

const UP_MS = 10 * 60_000;
const JOURNEY_MS = 10 * 60_000;
const LARGEST_SERVICE_BYTES = 250_000_000;
const PROCESSES = ['gateway', ...SERVICES, 'shell', 'mfe-public', 'mfe-booking', 'mfe-admin'] as const;

async function verify(signal: AbortSignal): Promise<void> {
  const progress = new Progress(false);
  progress.line(`Engine ${await engineVersion()}`);

  const folder = await mkdtemp(path.join(tmpdir(), 'concert-containers-'));
  const [site, stripe, mail, identity, mongo = 0, ...entrance] = await freePorts(8);
  await mkdir(path.join(folder, 'elsewhere'));
  // Only here the database can be reached from outside, because the journey looks behind the site.
  await writeFile(
    path.join(folder, 'ports.yml'),
    JSON.stringify({
      services: {
        mongo: { ports: [`127.0.0.1:${mongo}:27017`], networks: ['looked-at'] },
        'backup-away': { volumes: [`${path.join(folder, 'elsewhere')}:/elsewhere`] },
        ...(await domainOverlay(folder, entrance)),
      },
      networks: { 'looked-at': {} },
      // In place of those of docker-compose.yml.
    }).replaceAll('"ports":[', '"ports": !override ['),
  );
  const env = {
    ...process.env,
    ...(await startingUsers()),
    SITE_PORT: String(site),
    STRIPE_PORT: String(stripe),
    MAIL_PORT: String(mail),
    IDENTITY_PORT: String(identity),
    COMPOSE_PARALLEL_LIMIT: '1',
    // As `setup` and an operator write them into .env.
    BACKUP_KEY: randomBytes(32).toString('hex'),
    BACKUP_FOLDER: path.join(folder, 'backups'),
    BACKUP_REPOSITORY: '/elsewhere/repository',
    SAMPLE_ACCOUNTS: 'true',
  };
  const containers = new Containers(env, folder);
  try {
    await containers.build(progress, signal);
    await progress.step('Containers up', () => containers.compose(['up', '--detach', '--no-build'], UP_MS));
    await progress.step('Site ready', () => untilReady(`http://localhost:${site}/health/ready`, signal));
    await progress.step('Containers are small, locked and limited', () => lookAt(containers, progress));
    const secrets = await containers.secrets();
    const perService = (make: (name: ServiceName) => string) =>
      Object.fromEntries(SERVICES.map((name) => [name, make(name)])) as Record<ServiceName, string>;
    const address: SystemAddress = {
      pid: process.pid,
      ...{ site: `http://localhost:${site}`, entrance: `http://127.0.0.1:${site}` },
      apiDocs: `http://localhost:${site}/api/docs`,
      mailbox: `http://localhost:${mail}`,
      payments: `http://localhost:${stripe}`,
      identity: `http://localhost:${identity}`,
      services: perService(() => ''),
      metrics: { ...perService(() => ''), gateway: '' },
      mongo: perService((name) => databaseUrl(secrets, name, mongo)),
      mongoOf: perService(() => ''),
      rabbit: '',
      rabbitOf: perService(() => ''),
      accounts: await containers.sampleAccounts(),
      dataFolder: folder,
      logs: folder,
    };
    await writeFile(systemFilePaths(folder).address, JSON.stringify(address), { mode: 0o600 });
    await progress.step('Journey: seats reserved, paid, tickets by mail', () => journey(folder));
    await progress.step('The checks before a sale are told', () => checksAreTold(containers));
    await verifyChanges(containers, progress, `http://localhost:${site}`);
    await rebuilt(containers, progress, address, signal);
    const { accounts, mailbox = '', payments = '' } = address;
    await onDomain(containers, progress, { folder, entrance, mailbox, payments, accounts });
    await progress.step('Everything that is always true holds', async () =>
      progress.line(await containers.compose(['run', '--rm', '-T', 'ops', 'verify'])),
    );
    await progress.step('Stopped cleanly', () => stopCleanly(containers));
  } catch (error) {
    const logs = await containers.compose(['logs', '--tail', '40', '--no-color']).catch(() => '');
    progress.line(logs);
    throw error;
  } finally {
    await progress
      .step('Taken away', () => containers.with(DOMAIN_PROFILE).compose(['down', '--volumes', '--timeout', '20'], UP_MS))
      .catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

async function lookAt(containers: Containers, progress: Progress): Promise<void> {
  const faults: string[] = [];
  for (const name of PROCESSES) {
    const { State, Config, HostConfig } = await containers.inspect(name);
    const bytes = await containers.imageBytes(name);
    progress.line(`     ${name.padEnd(12)} ${(bytes / 1e6).toFixed(0).padStart(4)} MB  ${State.Health?.Status ?? State.Status}`);
    const assertThat = (fine: boolean, what: string) => fine || faults.push(`${name} ${what}`);
    assertThat(Config.User === '1000:1000', `runs as ${Config.User || 'root'}`);
    assertThat(HostConfig.ReadonlyRootfs, 'may write into its own files');
    assertThat(HostConfig.CapDrop?.includes('ALL') ?? false, 'keeps rights it does not need');
    assertThat(HostConfig.Memory > 0, 'has no memory limit');
    assertThat(bytes < LARGEST_SERVICE_BYTES, `has an image of ${(bytes / 1e6).toFixed(0)} MB`);
    for (const tool of ['sh', 'npm', 'gcc']) {
      const { code } = await run('docker', ['run', '--rm', '--entrypoint', tool, containers.image(name), '--version'], {
        withinMs: 60_000,
      });
      assertThat(code !== 0, `has ${tool} inside`);
    }
  }
  if (faults.length > 0)
    throw new Failure(`Containers are not as they should be: ${faults.join('; ')}.`, 'see deploy/*.Dockerfile and docker-compose.yml.');
}

/** Here they are red: nobody typed what an organiser types, and nothing is on a domain yet. */
async function checksAreTold(containers: Containers): Promise<void> {
  const told = await containers.compose(['run', '--rm', '-T', 'doctor']).catch((error: unknown) => String(error));
  if (!/NOT READY {2}date/.test(told) || !/\d+ not ready\. The sale is open/.test(told))
    throw new Failure(`The doctor does not tell the checks:\n${told}`, 'see the part doctor of docker-compose.yml.');
}

async function journey(folder: string): Promise<void> {
  // Not through `npm test`, which would build once more what the images hold.
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    path.join(ROOT, 'node_modules/jest/bin/jest.js'),
    '--selectProjects',
    'e2e',
    '--runInBand',
    '--testPathPatterns',
    'main-job',
  ];
  const env = { ...process.env, [USE_SYSTEM]: folder, CHROME_PATH: await findBrowser(), FORCE_COLOR: '0' };
  const { code, output } = await run(process.execPath, args, { cwd: ROOT, env, withinMs: JOURNEY_MS });
  if (code !== 0) throw new Failure(`The journey failed:\n${output.trim().split('\n').slice(-60).join('\n')}`, 'read what it saw above.');
}

/** Asks every process to end; each does within its time and by itself. */
async function stopCleanly(containers: Containers): Promise<void> {
  await containers.compose(['stop'], UP_MS);
  const faults: string[] = [];
  for (const name of PROCESSES) {
    const { State } = await containers.inspect(name);
    if (State.ExitCode !== 0 || State.OOMKilled)
      faults.push(`${name} ended with ${State.OOMKilled ? 'no memory left' : `code ${State.ExitCode}`}`);
  }
  if (faults.length > 0) throw new Failure(`Not everything stopped cleanly: ${faults.join('; ')}.`, 'read the logs above.');
}

await verify(stopOnSignals()).then(
  () => {
    console.log('\nThe system runs in containers.');
    process.exit(0);
  },
  (error: unknown) => reportAndExit(error),
);
