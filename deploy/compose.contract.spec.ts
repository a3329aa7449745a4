import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EVICTION_SETTINGS } from '@concert/machine-kit/mongo';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { IMAGE_SETTINGS } from './image-pins.ts';
import { INSTALLATION_RULES, onDomain } from './installation.ts';
import { settingNamed, settingsOf } from './settings-of.ts';

interface Process {
  readonly image?: string;
  readonly build?: { readonly args: Readonly<Record<string, string>> };
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly mem_limit?: string;
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly healthcheck?: object;
  readonly ports?: readonly string[];
  readonly user?: string;
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly security_opt?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly profiles?: readonly string[];
}

const text = readFileSync(path.join(import.meta.dirname, '../docker-compose.yml'), 'utf8');
const { services, networks } = parse(text, { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, Process>;
  networks: Record<string, { readonly internal?: boolean } | null>;
};
const PARTS = ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify', 'shell', 'mfe-public', 'mfe-booking', 'mfe-admin'];
/** Heap of the process of svc-booking that writes an export, beside svc-booking itself. */
const BOOKING_EXPORT_HEAP_MB = 192;
/** With its version in its name, so that there is one to go back to. */
const imageOf = (part: string) => `concert/${part}:\${VERSION:-latest}`;
const secretsMade = ['make-secrets.ts', 'installation.ts']
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join('');

describe('docker-compose.yml', () => {
  it('gives each process every setting it demands, none it does not know, and secrets only as files', async () => {
    for (const part of PARTS) {
      const settings = await settingsOf(part);
      const given = Object.keys(services[part]?.environment ?? {});
      const names = given.map((name) => settingNamed(name, settings));
      expect({ part, unknown: names.filter((name) => !settings.all.includes(name)) }).toEqual({ part, unknown: [] });
      expect({ part, missing: settings.demanded.filter((name) => !names.includes(name) && !settings.fromImage.includes(name)) }).toEqual({
        part,
        missing: [],
      });
      expect({ part, open: given.filter((name) => settings.secret.includes(name)) }).toEqual({ part, open: [] });
    }
  });

  it('lays every secret that a process reads into its own volume', () => {
    for (const part of PARTS) {
      for (const [setting, file] of Object.entries(services[part]?.environment ?? {})) {
        if (!setting.endsWith('_FILE')) continue;
        const name = String(file).replace('/secrets/', '');
        const made = secretsMade.includes(`'${part}/${name}'`) || secretsMade.includes(`\${name}/${name}\``);
        expect({ part, setting, made }).toEqual({ part, setting, made: true });
        expect(services[part]?.volumes).toEqual([expect.stringMatching(/^secrets-[a-z]+:\/secrets:ro$/)]);
      }
    }
  });

  it('B8-510 runs each process alone: read-only, without rights, with limits, time to stop and a new start after each end; only the gateway is reached from outside, its metrics by nobody', () => {
    for (const part of PARTS) {
      const process = services[part]!;
      expect({ part, ...process }).toMatchObject({
        part,
        image: imageOf(part),
        build: { args: { ROOM: part } },
        read_only: true,
        cap_drop: ['ALL'],
        restart: 'unless-stopped',
        mem_limit: expect.any(String),
        stop_grace_period: expect.any(String),
      });
      expect({ part, user: process.user }).toEqual({ part, user: undefined });
    }
    const open = PARTS.filter((part) => services[part]?.ports?.some((port) => !port.startsWith('127.0.0.1:')));
    expect(open).toEqual(['gateway']);
    expect(PARTS.flatMap((part) => services[part]?.ports ?? []).filter((port) => port.includes('9464'))).toEqual([]);
  });

  it('B8-524 builds every image by the name of its process, and names its version', () => {
    const built = Object.entries(services).filter(([, { build }]) => build);
    expect(built.map(([name]) => name).sort()).toEqual(['restore', 'secrets', 'setup', ...PARTS].sort());
    const own = Object.values(services).filter(({ image }) => image?.startsWith('concert/'));
    for (const { image } of own) expect(image).toMatch(/:\$\{VERSION:-latest\}$/);
  });

  it('B9-544 lets no running process depend on what Compose replaces when a key or a part changes', () => {
    const dependents = (name: string) => Object.keys(services).filter((other) => services[other]!.depends_on?.[name]);
    const jobs = Object.keys(services).filter((name) => name.startsWith('migrate-'));
    expect(dependents('installation')).toEqual(jobs);
    for (const part of PARTS) expect(dependents(part)).toEqual(part === 'svc-auth' ? ['seed-accounts', 'identity'] : ['seed-accounts']);
    expect([services['mongo']!.depends_on, services['rabbitmq']!.depends_on]).toEqual([undefined, undefined]);
    // Another environment would replace a container before the job could refuse: only the job itself has what it checks. The entrance has its domain.
    const told = Object.keys(services['installation']!.environment!).filter((name) => !name.endsWith('_PORT'));
    const checked = new RegExp(`\\{(${told.join('|')})\\b`);
    const asking = Object.entries(services).filter(([, { environment }]) => checked.test(Object.values(environment ?? {}).join(' ')));
    expect(asking.map(([name]) => name)).toEqual(['installation', 'caddy']);
    for (const [name, standIn] of [
      ['stripe', 'stripe'],
      ['mail', 'mail'],
      ['identity', 'oidc'],
    ] as const)
      expect(services[name]!.command).toEqual(['node', 'deploy/stand-in.ts', standIn]);
    for (const part of ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'])
      expect(services[part]!.environment).toMatchObject({ RESTART_FOR_NEW_SETTINGS: 'true' });
  });

  it('B9-542 tells the job that refuses what the processes are given, and which images they run in', () => {
    const told = services['installation']!.environment!;
    for (const { setting } of INSTALLATION_RULES) expect(told).toMatchObject({ [setting]: `\${${setting}:-}` });
  });

  it('B9-538 hands the address of the site and the proxies in front of it to whoever needs them', () => {
    for (const part of ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'])
      expect(services[part]!.environment).toMatchObject({ PUBLIC_ORIGIN_FILE: '/secrets/public-origin' });
    expect(services['gateway']!.environment).toMatchObject({ TRUSTED_PROXIES_FILE: '/secrets/trusted-proxies' });
  });

  it('B4-521 has an entrance from the internet in the profile domain alone, which keeps its certificates and reaches the gateway only', () => {
    const { profiles, ports, volumes, environment, cap_add, networks, depends_on } = services['caddy']!;
    expect({ profiles, ports, cap_add, networks, depends_on }).toEqual({
      profiles: ['domain'],
      ports: ['80:80', '443:443', '443:443/udp'],
      cap_add: ['NET_BIND_SERVICE'],
      networks: ['edge'],
      depends_on: undefined,
    });
    expect(volumes).toEqual(['./deploy/caddy/Caddyfile:/etc/caddy/Caddyfile:ro', 'caddy:/data']);
    const entrance = readFileSync(path.join(import.meta.dirname, 'caddy/Caddyfile'), 'utf8');
    // Caddy takes an empty variable for no argument at all.
    const asked = new Set([...entrance.matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name]) => name));
    expect(Object.keys(environment!).sort()).toEqual([...asked].sort());
    expect([...entrance.matchAll(/reverse_proxy (\S+)/g)].map(([, to]) => to)).toEqual(['gateway:8080']);
    expect(onDomain({ DOMAIN: 'concert.test' })['TRUSTED_PROXIES']).toBe('name:caddy');
    // Nobody else is published to other machines.
    const published = Object.entries(services).filter(([, { ports: some }]) =>
      some?.some((port) => !/^(127[.]0[.]0[.]1|\$\{SITE_BIND:-127[.]0[.]0[.]1\}):/.test(port)),
    );
    expect(published.map(([name]) => name)).toEqual(['caddy']);
  });

  it('B4-524 keeps the logs of each container within 30 MB', () => {
    for (const [name, { logging }] of Object.entries(services)) {
      expect({ name, ...logging?.options }).toEqual({ name, 'max-size': '10m', 'max-file': '3' });
    }
  });

  it('B4-525 pins images in a container of ours, so that the server needs Docker alone', () => {
    const { image, profiles, entrypoint, environment, volumes } = services['pin-images']!;
    expect({ image, profiles, entrypoint, environment, volumes }).toEqual({
      image: services['ops']!.image,
      profiles: ['ops'],
      entrypoint: ['node', 'deploy/pin-images.ts'],
      environment: { CHECKOUT_FOLDER: '/checkout' },
      volumes: ['.:/checkout'],
    });
    const page = readFileSync(path.join(import.meta.dirname, '../docs/operate.md'), 'utf8');
    expect(page).toContain('docker compose run --rm pin-images');
    expect(page.split('\n').filter((line) => /(^|`)node deploy\//.test(line))).toEqual([]);
  });

  it('B8-525 runs the operator’s commands on the network of the servers, and touches nothing for it', () => {
    const { depends_on, ports, profiles, networks, entrypoint } = services['ops']!;
    expect({ depends_on, ports, profiles, networks, entrypoint }).toEqual({
      profiles: ['ops'],
      networks: ['data'],
      entrypoint: ['node', 'dev/commands/ops/in-containers.ts'],
    });
  });

  it('B9-535 B9-604 has a network for the entrance, one inside and one for data; nobody reaches more of them than it needs, and no service Alertmanager', () => {
    const on = (network: string) =>
      Object.entries(services)
        .filter(([, process]) => process.networks?.includes(network))
        .map(([name]) => name)
        .sort();
    expect(Object.entries(networks).flatMap(([name, network]) => (network?.internal ? [name] : []))).toEqual([
      'inside',
      'data',
      'watching',
    ]);
    expect(on('edge')).toEqual(['caddy', 'gateway', 'mail', 'stripe']);
    expect(on('providers')).toEqual(['backup-away', 'mail', 'pin-images', 'setup', 'stripe', 'svc-auth', 'svc-notify', 'svc-payment']);
    expect(on('inside')).toEqual([...PARTS, 'doctor', 'prometheus'].sort());
    // Whoever reaches Alertmanager can silence it, without a password.
    expect(on('alerts')).toEqual(['alertmanager', 'mail']);
    expect(on('watching')).toEqual(['alertmanager', 'prometheus', 'upkeep']);
    const jobs = Object.keys(services).filter((name) => name.startsWith('migrate-'));
    expect(on('data')).toEqual(
      [
        ...jobs,
        'doctor',
        'mongo',
        'mongo-setup',
        'ops',
        'rabbitmq',
        'rabbitmq-keeper',
        'rabbitmq-setup',
        'restore',
        'seed-accounts',
        'upkeep',
        ...PARTS.filter((name) => name.startsWith('svc-')),
      ].sort(),
    );
    const elsewhere = Object.entries(services).filter(([, process]) => !process.networks);
    expect(elsewhere.map(([name, process]) => [name, process.network_mode])).toEqual([
      ['secrets', 'none'],
      ['installation', 'none'],
      ['identity', 'service:svc-auth'],
    ]);
  });

  it('B9-535 gives no container rights of the machine, and runs the servers as their own users, from images of one exact version', () => {
    for (const [name, process] of Object.entries(services))
      expect({ name, ...process }).toMatchObject({ name, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect([services['mongo']?.user, services['rabbitmq']?.user]).toEqual(['${MONGO_USER:-mongodb}', '${RABBITMQ_USER:-rabbitmq}']);
    const taken = [...text.matchAll(/\$\{[A-Z]+_IMAGE:-([^}]+)\}/g)].map(([, image]) => image);
    expect(taken.length).toBeGreaterThan(2);
    for (const image of taken) expect(image).toMatch(/^((prom|restic)\/)?[a-z]+:v?\d+[.]\d+[.]\d+/);
  });

  it('B9-547 can demand a digest of every image that others make, those of profiles too', () => {
    const settings = [...text.matchAll(/\$\{([A-Z]+_IMAGE):-/g)].map(([, name]) => name);
    expect([...new Set(settings)].sort()).toEqual([...IMAGE_SETTINGS].sort());
  });

  it('B4-535 watches every process that has metrics, by name, where it is asked to', () => {
    const { prometheus, alertmanager } = services;
    expect([prometheus!.profiles, alertmanager!.profiles]).toEqual([['monitoring'], ['monitoring']]);
    expect([prometheus!.ports, alertmanager!.ports]).toEqual([undefined, undefined]);
    const config = parse(readFileSync(path.join(import.meta.dirname, 'prometheus/prometheus.yml'), 'utf8')) as {
      scrape_configs: { static_configs: { targets: string[]; labels: { service: string } }[] }[];
    };
    const watched = config.scrape_configs.flatMap(({ static_configs }) => static_configs);
    for (const { targets, labels } of watched) expect(targets).toEqual([`${labels.service}:9464`]);
    const ofServices = PARTS.filter((part) => part === 'gateway' || part.startsWith('svc-'));
    expect(watched.map(({ labels }) => labels.service)).toEqual(expect.arrayContaining(ofServices));
  });

  it('B4-536 makes backups by itself, into the volume of which another container takes them away where it is asked to', () => {
    const { upkeep, ops, 'backup-away': away } = services;
    expect(upkeep).toMatchObject({
      image: ops!.image,
      entrypoint: ops!.entrypoint,
      command: ['upkeep', '/backups'],
      restart: 'unless-stopped',
      healthcheck: expect.anything(),
    });
    expect([upkeep!.profiles, away!.profiles]).toEqual([undefined, ['away']]);
    const place = '${BACKUP_FOLDER:-backups}:/backups';
    expect([upkeep!.volumes, away!.volumes]).toEqual([expect.arrayContaining([place]), expect.arrayContaining([place])]);
    expect(secretsMade).toContain("'upkeep/backup-key'");
  });

  it('B4-540 restores on a machine where nothing is yet: secrets and accounts first, then the newest backup', () => {
    const { restore, ops, upkeep, secrets } = services;
    expect(restore).toMatchObject({
      image: ops!.image,
      profiles: ['ops'],
      entrypoint: [...ops!.entrypoint!, 'restore', '/backups'],
      environment: { BACKUP_KEY: '${BACKUP_KEY:-}' },
      depends_on: {
        secrets: { condition: 'service_completed_successfully' },
        'mongo-setup': { condition: 'service_completed_successfully' },
      },
    });
    const place = '${BACKUP_FOLDER:-backups}:/backups';
    expect(upkeep!.volumes).toContain(place);
    for (const reader of [restore, secrets]) expect(reader!.volumes).toContain(`${place}:ro`);
    expect(secrets!.environment).toMatchObject({ BACKUP_KEY: '${BACKUP_KEY:-}' });
  });

  it('B4-523 fits a server of 4 GB: what runs beside keys of one’s own may take less than 3.3 GB together, and MongoDB’s cache leaves it room', () => {
    // Beside such keys the stand-ins are idle; jobs have ended; other profiles ask for more machine.
    const idle = ['stripe', 'mail', 'identity'];
    const running = Object.entries(services).filter(
      ([name, { restart, profiles = ['domain'] }]) => restart && profiles.includes('domain') && !idle.includes(name),
    );
    expect(running.map(([name]) => name)).toEqual(expect.arrayContaining([...PARTS, 'mongo', 'rabbitmq', 'caddy']));
    const megabytes = (name: string) => Number(/^(\d+)m$/.exec(services[name]!.mem_limit ?? '')?.[1]);
    const sum = running.reduce((total, [name]) => total + megabytes(name), 0);
    expect(sum).toBeLessThan(3.3 * 1024);
    for (const name of idle) expect(megabytes(name)).toBeGreaterThan(0);
    const cache = Number(/--wiredTigerCacheSizeGB ([0-9.]+) /.exec(services['mongo']!.entrypoint!.join(' '))?.[1]) * 1024;
    expect(cache).toBeGreaterThan(256);
    expect(megabytes('mongo') - cache).toBeGreaterThan(192);
    expect(megabytes('svc-booking')).toBeGreaterThan(BOOKING_EXPORT_HEAP_MB + 256);
  });

  it('B8-522 lets MongoDB keep changes in its cache for as long as npm start does', () => {
    const script = services['mongo']!.entrypoint!.join(' ');
    expect(/changes=(\S+)/.exec(script)?.[1]).toBe(EVICTION_SETTINGS);
    expect(script).toContain('--wiredTigerEngineConfigString "$$changes"');
  });

  it('migrates each database before its service starts', () => {
    for (const part of PARTS.filter((name) => name.startsWith('svc-'))) {
      expect(services[part.replace('svc-', 'migrate-')]).toMatchObject({
        image: imageOf(part),
        command: ['node', `${part}/dist/commands/migrate.js`],
      });
      expect(services[part]).toMatchObject({
        depends_on: { [part.replace('svc-', 'migrate-')]: { condition: 'service_completed_successfully' } },
      });
    }
  });

  it('B9-518 gives the account that changes a database to its migration alone', () => {
    const holders = (name: string) =>
      Object.entries(services)
        .filter(([, { volumes }]) => volumes?.some((volume) => volume.startsWith(`${name}:`)))
        .map(([holder]) => holder);
    for (const part of ['auth', 'booking', 'payment', 'notify']) {
      const { environment, volumes } = services[`migrate-${part}`]!;
      expect(holders(`secrets-${part}-migration`)).toEqual(['secrets', `migrate-${part}`]);
      expect(volumes).toEqual([`secrets-${part}-migration:/secrets:ro`]);
      expect(environment).toMatchObject({ MONGO_MIGRATION_URL_FILE: '/secrets/mongo-url' });
    }
    expect(secretsMade).toContain('`${name}-migration/mongo-url`');
  });

  it('B9-517 keeps the exchange of facts, which no service may make again, with the account that set it up and nobody else has', () => {
    const { 'rabbitmq-setup': setUp, 'rabbitmq-keeper': keeper } = services;
    expect(setUp).toMatchObject({ command: ['node', 'deploy/set-up-rabbitmq.ts'] });
    expect(keeper).toMatchObject({
      image: setUp!.image,
      command: ['node', 'deploy/set-up-rabbitmq.ts', '--watch'],
      restart: 'unless-stopped',
      depends_on: { 'rabbitmq-setup': { condition: 'service_completed_successfully' } },
    });
    const holders = Object.entries(services).filter(([, { volumes }]) =>
      volumes?.some((volume) => volume.startsWith('secrets-rabbitmq-setup:')),
    );
    expect(holders.map(([name]) => name).sort()).toEqual(['rabbitmq-keeper', 'rabbitmq-setup', 'secrets']);
  });
});
