import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@concert/machine-kit/ports';
import { isHealthy, startProcess, untilReady, type Running } from '@concert/machine-kit/processes';
import { freePortBase, planPorts } from '../ports.ts';
import { gatewaySettings, serviceSettings, webSettings, type SystemPlan, type Settings } from '../process-settings.ts';
import { Progress } from '../progress.ts';
import { ROOT, SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { keepSecrets } from '../secrets.ts';
import { startSystem, type System, type SystemOptions } from '../system.ts';
import { Balancer } from './balancer.ts';

export type FleetPart = 'gateway' | ServiceName;
export const FLEET_PARTS: readonly FleetPart[] = ['gateway', ...SERVICES];

const READY_MS = 120_000;
/** Between taking a copy out of the balancer and its SIGTERM; the chart's preStop waits longer. */
const DRAIN_MS = 1_500;

interface Copy {
  readonly part: FleetPart;
  readonly port: number;
  readonly metricsPort: number;
  readonly restart: (from?: string) => Promise<void>;
  pid: () => number | undefined;
}

interface Places {
  readonly ports: Record<FleetPart, number>;
  readonly metricsPorts: Record<FleetPart, number>;
  readonly extra: Record<FleetPart, Settings>;
}

/** The next of these ports for each part. */
function portEach(ports: number[]): Record<FleetPart, number> {
  return Object.fromEntries(FLEET_PARTS.map((part) => [part, ports.shift()!])) as Record<FleetPart, number>;
}

const URL_SETTINGS = [
  ['svc-auth', 'AUTH_URL'],
  ['svc-booking', 'BOOKING_URL'],
  ['svc-payment', 'PAYMENT_URL'],
  ['svc-notify', 'NOTIFY_URL'],
] as const;

/** What each part is told beyond its usual settings: the copies of its neighbours, as by the headless Services of Kubernetes. */
function settingsBehind(balancers: ReadonlyMap<FleetPart, Balancer>): Record<FleetPart, Settings> {
  const neighbours = Object.fromEntries(
    URL_SETTINGS.flatMap(([part, name]) => {
      const balancer = balancers.get(part);
      return balancer ? [[name, balancer.copies.join(',')]] : [];
    }),
  );
  // Everybody comes from one address here, which the limits for one address would take for an attack.
  const unhurried = { RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_AUTH_PER_MINUTE: '100000000' };
  return {
    gateway: { ...neighbours, ...unhurried },
    'svc-auth': neighbours,
    'svc-booking': neighbours,
    'svc-payment': neighbours,
    'svc-notify': neighbours,
  };
}

function merged(behind: Record<FleetPart, Settings>, settings: NonNullable<SystemOptions['settings']>): Record<FleetPart, Settings> {
  return Object.fromEntries(FLEET_PARTS.map((part) => [part, { ...behind[part], ...settings[part] }])) as Record<FleetPart, Settings>;
}

/** The second copy of each part, beside those that the system runs itself. */
class SecondCopies {
  readonly #running = new Map<FleetPart, Running & { pid?: number }>();
  readonly #logs: string;
  readonly #places: Places;

  constructor(logs: string, places: Places) {
    this.#logs = logs;
    this.#places = places;
  }

  /** Starts a part out of a checkout's folder. @returns once it is ready */
  async begin(plan: SystemPlan, part: FleetPart, from: string): Promise<void> {
    const { ports, metricsPorts, extra } = this.#places;
    const settings = {
      ...(part === 'gateway' ? { ...gatewaySettings(plan), ...webSettings(from) } : serviceSettings(plan, part)),
      ...extra[part],
      SERVICE_PORT: String(ports[part]),
      METRICS_PORT: String(metricsPorts[part]),
    };
    const one = await startProcess({
      name: `${part}-2`,
      command: process.execPath,
      args: ['--enable-source-maps', path.join(from, part, 'dist/main.js')],
      env: settings,
      cwd: from,
      logFile: path.join(this.#logs, `${part}-2.log`),
      graceMs: 15_000,
    });
    this.#running.set(part, one);
    await untilReady(one, () => isHealthy(`http://127.0.0.1:${ports[part]}/health/ready`), READY_MS);
  }

  copyOf(plan: SystemPlan, part: FleetPart): Copy {
    return {
      part,
      port: this.#places.ports[part],
      metricsPort: this.#places.metricsPorts[part],
      restart: async (from = ROOT) => {
        await this.#running.get(part)?.stop();
        await this.begin(plan, part, from);
      },
      pid: () => this.#running.get(part)?.pid,
    };
  }

  async stop(): Promise<void> {
    await Promise.allSettled([...this.#running.values()].map((one) => one.stop()));
  }
}

/** How a fleet is started. */
export interface FleetOptions {
  readonly progress?: Progress;
  /** Which parts there are two of; all, when left out. */
  readonly twice?: readonly FleetPart[];
  /** How often the balancers ask a copy whether it is ready, in milliseconds. */
  readonly lookMs?: number;
  /** Further settings, of both copies. */
  readonly settings?: NonNullable<SystemOptions['settings']>;
  readonly env?: NodeJS.ProcessEnv;
}

/** The whole system with two copies of the gateway and of services, each pair behind a balancer. */
export class Fleet {
  readonly system: System;
  readonly site: string;
  readonly copies: readonly Copy[];
  readonly #balancers: ReadonlyMap<FleetPart, Balancer>;
  readonly #end: () => Promise<void>;

  private constructor(
    system: System,
    site: string,
    copies: readonly Copy[],
    balancers: ReadonlyMap<FleetPart, Balancer>,
    end: () => Promise<void>,
  ) {
    this.system = system;
    this.site = site;
    this.copies = copies;
    this.#balancers = balancers;
    this.#end = end;
  }

  static async start({
    progress = new Progress(false),
    twice = FLEET_PARTS,
    lookMs,
    settings = {},
    env: given = process.env,
  }: FleetOptions = {}): Promise<Fleet> {
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'concert-fleet-'));
    const ports = planPorts({ PORT_BASE: String(await freePortBase()) });
    const others = await freePorts(2 * FLEET_PARTS.length + twice.length);
    const [second, secondMetrics] = [portEach(others), portEach(others)];
    const first = (part: FleetPart) => (part === 'gateway' ? ports.site : ports[part]);
    const balancers = new Map<FleetPart, Balancer>();
    for (const part of twice) balancers.set(part, await Balancer.open(others.shift()!, [first(part), second[part]], lookMs));
    const site = `http://localhost:${balancers.get('gateway')?.port ?? ports.site}`;
    const { PORT: _port, NODE_ENV: _mode, ...env } = given;
    const withOrigin = { ...env, PUBLIC_ORIGIN: site };
    const behind = settingsBehind(balancers);
    const extra = { ...settings, ...merged(behind, settings) };
    const closeBalancers = () => {
      for (const balancer of balancers.values()) balancer.close();
    };
    const system = await startSystem({ dataFolder, ports, env: withOrigin, settings: extra, progress }).catch(async (error: unknown) => {
      closeBalancers();
      await rm(dataFolder, { recursive: true, force: true });
      throw error;
    });
    const seconds = new SecondCopies(system.logs, { ports: second, metricsPorts: secondMetrics, extra });
    const end = async () => {
      await seconds.stop();
      closeBalancers();
      await system.stop();
      await cp(path.join(dataFolder, 'logs'), path.join(ROOT, '.cache/fleet-logs'), { recursive: true, force: true }).catch(
        () => undefined,
      );
      await rm(dataFolder, { recursive: true, force: true });
    };
    try {
      const plan: SystemPlan = {
        ports,
        secrets: await keepSecrets(dataFolder),
        dataFolder,
        publicOrigin: site,
        rabbitUrl: (service) => system.rabbitOf[service],
        rabbitAdminUrl: system.rabbit,
        mongoUrl: (service) => system.mongoOf[service],
        mongoMigrationUrl: (service) => system.mongo[service],
        env: withOrigin,
      };
      await progress.step('Second copies', () => Promise.all(twice.map((part) => seconds.begin(plan, part, ROOT))));
      const copies = twice.flatMap((part): Copy[] => [
        {
          part,
          port: first(part),
          metricsPort: ports[`metrics-${part}`],
          restart: () => system.part(part).restart(),
          pid: () => system.part(part).pid,
        },
        seconds.copyOf(plan, part),
      ]);
      const fleet = new Fleet(system, site, copies, balancers, end);
      for (const { part, port } of copies) await balancers.get(part)!.untilReady(port, READY_MS);
      return fleet;
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** One copy is stopped and started as Kubernetes does it: no new connections, then SIGTERM, then a new one that is ready. */
  async roll(copy: Copy, from?: string): Promise<void> {
    const balancer = this.#balancers.get(copy.part)!;
    balancer.drain(copy.port);
    await pause(DRAIN_MS);
    await copy.restart(from);
    balancer.renew(copy.port);
    await balancer.untilReady(copy.port, READY_MS);
  }

  stop(): Promise<void> {
    return this.#end();
  }
}
