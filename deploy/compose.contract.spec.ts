import { EVICTION_SETTINGS } from '@concert/machine-kit/mongo';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { COMPOSE, container, containers, containersThat, networks, PARTS, read, SERVICES, settingFaults } from './deploy-files.harness.ts';
import { INSTALLATION_RULES, onDomain } from './installation.ts';

/** With the version of this release in its name: that is what one goes back to. */
const VERSION = (JSON.parse(read('package.json')) as { version: string }).version;
const imageOf = (part: string) => `concert/${part}:${VERSION}`;
const secretsMade = read('deploy/make-secrets.ts') + read('deploy/installation.ts');
const MIGRATIONS = SERVICES.map((service) => service.replace('svc-', 'migrate-'));
const BACKUPS = '${BACKUP_FOLDER:-backups}:/backups';
const done = { condition: 'service_completed_successfully' };
const environmentOf = (part: string): Readonly<Record<string, string | null>> => container(part).environment ?? {};
const holdersOf = (volume: string): string[] =>
  containersThat(({ volumes }) => volumes?.some((one) => one.startsWith(`${volume}:`)) ?? false);

describe('docker-compose.yml', () => {
  it('gives each process every setting it demands, none it does not know, and secrets only as files', async () => {
    const faults = await Promise.all(PARTS.map((part) => settingFaults(part, Object.keys(environmentOf(part)))));
    expect(faults.flat()).toEqual([]);
  });

  it('lays every secret that a process reads into its own volume', () => {
    for (const part of PARTS) {
      const files = Object.entries(environmentOf(part)).filter(([setting]) => setting.endsWith('_FILE'));
      const names = files.map(([, file]) => String(file).replace('/secrets/', ''));
      expect(names.filter((name) => !secretsMade.includes(`'${part}/${name}'`) && !secretsMade.includes(`\${name}/${name}\``))).toEqual([]);
      if (files.length > 0) expect(container(part).volumes).toEqual([expect.stringMatching(/^secrets-[a-z]+:\/secrets:ro$/)]);
    }
  });

  it('B8-510 runs each process alone: read-only, without rights, with limits, time to stop and a new start after each end; only the gateway is reached from outside, its metrics by nobody', () => {
    for (const part of PARTS) {
      expect({ user: 'of the image', ...container(part) }).toMatchObject({
        user: 'of the image',
        image: imageOf(part),
        build: { target: part },
        read_only: true,
        cap_drop: ['ALL'],
        restart: 'unless-stopped',
        mem_limit: expect.any(String),
        stop_grace_period: expect.any(String),
      });
    }
    const ports = PARTS.flatMap((part) => (container(part).ports ?? []).map((port) => `${part} ${port}`));
    expect(ports.filter((port) => !port.includes(' 127.0.0.1:') || port.includes('9464'))).toEqual([expect.stringMatching(/^gateway /)]);
  });

  it('B8-524 builds every image by the name of its process, and names its version', () => {
    expect(containersThat(({ build }) => build !== undefined)).toEqual(['restore', 'secrets', 'setup', ...PARTS].sort());
    const own = containers.flatMap(([, { image = '' }]) => (image.startsWith('concert/') ? [image] : []));
    expect(own.filter((image) => !image.endsWith(`:${VERSION}`))).toEqual([]);
    expect(containersThat(({ build }) => build !== undefined && build.args?.['VERSION'] !== VERSION)).toEqual([]);
    // Compose would ask a public registry for a name that anybody may own there.
    expect(containersThat(({ image = '', pull_policy }) => image.startsWith('concert/') !== (pull_policy === 'never'))).toEqual([]);
  });

  it('B9-544 lets no running process depend on what Compose replaces when a key or a part changes', () => {
    const dependents = (name: string) => containersThat(({ depends_on }) => depends_on?.[name] !== undefined);
    expect(dependents('installation')).toEqual(MIGRATIONS);
    for (const part of PARTS) expect(dependents(part)).toEqual(part === 'svc-auth' ? ['identity', 'seed-accounts'] : ['seed-accounts']);
    expect([container('mongo').depends_on, container('rabbitmq').depends_on]).toEqual([undefined, undefined]);
    // Another environment would replace a container before the job could refuse: only the job itself has what it checks, and the process that no other needs. The entrance has its domain.
    const told = Object.keys(environmentOf('installation')).filter((name) => !name.endsWith('_PORT'));
    const checked = new RegExp(`\\{(${told.join('|')})\\b`);
    expect(containersThat(({ environment = {} }) => checked.test(Object.values(environment).join(' ')))).toEqual([
      'caddy',
      'checks',
      'installation',
    ]);
    for (const [name, standIn] of [
      ['stripe', 'stripe'],
      ['mail', 'mail'],
      ['identity', 'oidc'],
    ] as const)
      expect(container(name).command).toEqual(['node', 'deploy/stand-in.ts', standIn]);
    for (const part of ['gateway', ...SERVICES]) expect(environmentOf(part)).toMatchObject({ RESTART_FOR_NEW_SETTINGS: 'true' });
  });

  it('B9-542 tells the job that refuses what the processes are given', () => {
    for (const { setting } of INSTALLATION_RULES) expect(environmentOf('installation')).toMatchObject({ [setting]: `\${${setting}:-}` });
    // And who looks at the house each hour as much.
    expect(environmentOf('checks')).toMatchObject(environmentOf('installation'));
  });

  it('B9-538 hands the address of the site and the proxies in front of it to whoever needs them', () => {
    for (const part of ['gateway', ...SERVICES])
      expect(environmentOf(part)).toMatchObject({ PUBLIC_ORIGIN_FILE: '/secrets/public-origin' });
    expect(environmentOf('gateway')).toMatchObject({ TRUSTED_PROXIES_FILE: '/secrets/trusted-proxies' });
  });

  it('B4-521 has an entrance from the internet in the profile domain alone, which keeps its certificates and reaches the gateway and the check of the doors', () => {
    const { profiles, ports, volumes, environment, cap_add, networks, depends_on } = container('caddy');
    expect({ profiles, ports, cap_add, networks, depends_on }).toEqual({
      profiles: ['domain'],
      ports: ['80:80', '443:443', '443:443/udp'],
      cap_add: ['NET_BIND_SERVICE'],
      networks: ['edge'],
      depends_on: undefined,
    });
    expect(volumes).toEqual(['./deploy/caddy/Caddyfile:/etc/caddy/Caddyfile:ro', 'caddy:/data']);
    const entrance = read('deploy/caddy/Caddyfile');
    // Caddy takes an empty variable for no argument at all.
    const asked = new Set([...entrance.matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name]) => name));
    expect(Object.keys(environment!).sort()).toEqual([...asked].sort());
    expect([...entrance.matchAll(/reverse_proxy (\S+)/g)].map(([, to]) => to)).toEqual(['checks:8080', 'gateway:8080']);
    expect(onDomain({ DOMAIN: 'concert.test' })['TRUSTED_PROXIES']).toBe('name:caddy');
    // Nobody else is published to other machines.
    const published = /^(127[.]0[.]0[.]1|\$\{SITE_BIND:-127[.]0[.]0[.]1\}):/;
    expect(containersThat(({ ports: some = [] }) => some.some((port) => !published.test(port)))).toEqual(['caddy']);
  });

  it('B4-524 keeps the logs of each container within 30 MB', () => {
    for (const [name, { logging }] of containers)
      expect({ name, ...logging?.options }).toEqual({ name, 'max-size': '10m', 'max-file': '3' });
  });

  it('B8-525 runs the operator’s commands on the network of the servers, and touches nothing for it', () => {
    const { depends_on, ports, profiles, networks, entrypoint } = container('ops');
    expect({ depends_on, ports, profiles, networks, entrypoint }).toEqual({
      profiles: ['ops'],
      networks: ['data'],
      entrypoint: ['node', 'dev/commands/ops/in-containers.ts'],
    });
  });

  it('B9-535 B9-604 has a network for the entrance, one inside and one for data; nobody reaches more of them than it needs, and no service Alertmanager', () => {
    const on = (network: string) => containersThat((one) => one.networks?.includes(network) ?? false);
    expect(Object.entries(networks).flatMap(([name, network]) => (network?.internal ? [name] : []))).toEqual([
      'inside',
      'data',
      'watching',
    ]);
    expect(on('edge')).toEqual(['caddy', 'checks', 'gateway', 'mail', 'stripe']);
    expect(on('providers')).toEqual(['backup-away', 'mail', 'stripe', 'svc-auth', 'svc-notify', 'svc-payment']);
    expect(on('inside')).toEqual([...PARTS, 'checks', 'doctor', 'prometheus'].sort());
    // Whoever reaches Alertmanager can silence it, without a password.
    expect(on('alerts')).toEqual(['alertmanager', 'mail']);
    expect(on('watching')).toEqual(['alertmanager', 'checks', 'prometheus', 'upkeep']);
    const servers = ['mongo', 'mongo-setup', 'rabbitmq', 'rabbitmq-keeper', 'rabbitmq-setup'];
    const commands = ['doctor', 'ops', 'restore', 'seed-accounts', 'upkeep'];
    expect(on('data')).toEqual([...MIGRATIONS, ...servers, ...commands, ...SERVICES].sort());
    const elsewhere = containers.filter(([, process]) => !process.networks);
    expect(elsewhere.map(([name, process]) => [name, process.network_mode])).toEqual([
      ['secrets', 'none'],
      ['installation', 'none'],
      ['setup', 'host'],
      ['identity', 'service:svc-auth'],
    ]);
  });

  it('B9-535 gives no container rights of the machine, and runs the servers as their own users, from images of one exact version', () => {
    for (const [name, process] of containers)
      expect({ name, ...process }).toMatchObject({ name, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect([container('mongo').user, container('rabbitmq').user]).toEqual(['${MONGO_USER:-mongodb}', '${RABBITMQ_USER:-rabbitmq}']);
    const taken = [...COMPOSE.matchAll(/\$\{[A-Z]+_IMAGE:-([^}]+)\}/g)].map(([, image]) => image);
    expect(taken.length).toBeGreaterThan(2);
    for (const image of taken) expect(image).toMatch(/^((prom|restic)\/)?[a-z]+:v?\d+[.]\d+[.]\d+/);
  });

  it('B4-535 watches every process that has metrics, by name, where it is asked to', () => {
    for (const name of ['prometheus', 'alertmanager'])
      expect([container(name).profiles, container(name).ports]).toEqual([['monitoring'], undefined]);
    // `up` fails where one of them cannot start.
    const waited = [expect.anything(), { condition: 'service_healthy', required: false }];
    for (const name of ['caddy', 'prometheus', 'alertmanager'])
      expect([container(name).healthcheck, container('seed-accounts').depends_on?.[name]]).toEqual(waited);
    const config = parse(read('deploy/prometheus/prometheus.yml')) as {
      scrape_configs: { static_configs: { targets: string[]; labels: { service: string } }[] }[];
    };
    const watched = config.scrape_configs.flatMap(({ static_configs }) => static_configs);
    for (const { targets, labels } of watched) expect(targets).toEqual([`${labels.service}:9464`]);
    expect(watched.map(({ labels }) => labels.service)).toEqual(expect.arrayContaining(['gateway', ...SERVICES]));
  });

  it('B4-536 makes backups by itself, into the volume of which another container takes them away where it is asked to', () => {
    const [upkeep, ops, away] = [container('upkeep'), container('ops'), container('backup-away')];
    expect(upkeep).toMatchObject({
      image: ops.image,
      entrypoint: ops.entrypoint,
      command: ['upkeep', '/backups'],
      restart: 'unless-stopped',
      healthcheck: expect.anything(),
    });
    expect([upkeep.profiles, away.profiles]).toEqual([undefined, ['away']]);
    for (const { volumes } of [upkeep, away]) expect(volumes).toContain(BACKUPS);
    expect(secretsMade).toContain("'upkeep/backup-key'");
  });

  it('B4-540 restores on a machine where nothing is yet: secrets and accounts first, then the newest backup', () => {
    const [restore, ops, secrets] = [container('restore'), container('ops'), container('secrets')];
    expect(restore).toMatchObject({
      image: ops.image,
      profiles: ['ops'],
      entrypoint: [...ops.entrypoint!, 'restore', '/backups'],
      depends_on: { secrets: done, 'mongo-setup': done },
    });
    for (const { volumes, environment } of [restore, secrets]) {
      expect(volumes).toContain(`${BACKUPS}:ro`);
      expect(environment).toMatchObject({ BACKUP_KEY: '${BACKUP_KEY:-}' });
    }
  });

  it('B4-523 fits a server of 4 GB: what runs beside keys of one’s own may take less than 3.3 GB together, and MongoDB’s cache leaves it room', () => {
    // Beside such keys the stand-ins are idle; jobs have ended; other profiles ask for more machine.
    const idle = ['stripe', 'mail', 'identity'];
    const running = containers.filter(
      ([name, { restart, profiles = ['domain'] }]) => restart && profiles.includes('domain') && !idle.includes(name),
    );
    expect(running.map(([name]) => name)).toEqual(expect.arrayContaining([...PARTS, 'mongo', 'rabbitmq', 'caddy']));
    const megabytes = (name: string) => Number(/^(\d+)m$/.exec(container(name).mem_limit ?? '')?.[1]);
    const sum = running.reduce((total, [name]) => total + megabytes(name), 0);
    expect(sum).toBeLessThan(3.3 * 1024);
    for (const name of idle) expect(megabytes(name)).toBeGreaterThan(0);
    const cache = Number(/--wiredTigerCacheSizeGB ([0-9.]+) /.exec(container('mongo').entrypoint!.join(' '))?.[1]) * 1024;
    expect(cache).toBeGreaterThan(256);
    // Beside a full cache MongoDB took 217 MB and was killed, while a backup was restored beside the house (docs/proof.md, "upgrade").
    expect(megabytes('mongo') - cache).toBeGreaterThan(320);
  });

  it('B8-522 lets MongoDB keep changes in its cache for as long as npm start does', () => {
    const script = container('mongo').entrypoint!.join(' ');
    expect(/changes=(\S+)/.exec(script)?.[1]).toBe(EVICTION_SETTINGS);
    expect(script).toContain('--wiredTigerEngineConfigString "$$changes"');
  });

  it('migrates each database before its service starts', () => {
    for (const part of SERVICES) {
      const migration = part.replace('svc-', 'migrate-');
      expect(container(migration)).toMatchObject({ image: imageOf(part), command: ['node', `${part}/dist/commands/migrate.js`] });
      expect(container(part)).toMatchObject({ depends_on: { [migration]: done } });
    }
  });

  it('B9-518 gives the account that changes a database to its migration alone', () => {
    for (const part of ['auth', 'booking', 'payment', 'notify']) {
      const { environment, volumes } = container(`migrate-${part}`);
      expect(holdersOf(`secrets-${part}-migration`)).toEqual([`migrate-${part}`, 'secrets']);
      expect(volumes).toEqual([`secrets-${part}-migration:/secrets:ro`]);
      expect(environment).toMatchObject({ MONGO_MIGRATION_URL_FILE: '/secrets/mongo-url' });
    }
    expect(secretsMade).toContain('`${name}-migration/mongo-url`');
  });

  it('B9-517 keeps the exchange of facts, which no service may make again, with the account that set it up and nobody else has', () => {
    const setUp = container('rabbitmq-setup');
    expect(setUp).toMatchObject({ command: ['node', 'deploy/set-up-rabbitmq.ts'] });
    expect(container('rabbitmq-keeper')).toMatchObject({
      image: setUp.image,
      command: ['node', 'deploy/set-up-rabbitmq.ts', '--watch'],
      restart: 'unless-stopped',
      depends_on: { 'rabbitmq-setup': done },
    });
    expect(holdersOf('secrets-rabbitmq-setup')).toEqual(['rabbitmq-keeper', 'rabbitmq-setup', 'secrets']);
  });
});
