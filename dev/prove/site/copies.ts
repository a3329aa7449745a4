import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isHealthy, startProcess, untilStarted, type Running } from '@concert/machine-kit/processes';
import { ROOT, SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import type { Ports } from '../../system/ports.ts';
import { gatewaySettings, serviceSettings, webSettings, type Settings, type SystemPlan } from '../../system/process-settings.ts';

/* Second copies of parts, beside those that a system runs itself, and what stands before two gateways. */

export type Part = 'gateway' | ServiceName;
export const PARTS: readonly Part[] = ['gateway', ...SERVICES];

/** Between taking a gateway out and its SIGTERM; the chart's preStop waits longer. */
const DRAIN_MS = 1_500;
const URL_SETTINGS = { 'svc-auth': 'AUTH_URL', 'svc-booking': 'BOOKING_URL', 'svc-payment': 'PAYMENT_URL', 'svc-notify': 'NOTIFY_URL' };

/** Where the copies of a part listen. */
export interface Place {
  readonly first: number;
  readonly second: number;
}

/** What each part is told beyond its usual settings: both copies of its neighbours, as by the headless Services of Kubernetes. */
export function neighbourSettings(places: ReadonlyMap<Part, Place>): Settings {
  return Object.fromEntries(
    [...places].flatMap(([part, { first, second }]) =>
      part === 'gateway' ? [] : [[URL_SETTINGS[part], [first, second].map((port) => `http://127.0.0.1:${port}`).join(',')]],
    ),
  );
}

/** The port that people know of a part. */
export const firstPort = (part: Part, ports: Ports): number => ports[part === 'gateway' ? 'site' : part];

/** Hands each new connection to one of the gateways, knows nothing of what is sent over it, and leaves open connections where they are. */
export class Balancer {
  readonly #server = createServer({ pauseOnConnect: true });
  readonly #sockets = new Set<Socket>();
  readonly #targets: Set<number>;
  #next = 0;

  constructor(targets: readonly number[]) {
    this.#targets = new Set(targets);
    this.#server.on('connection', (client) => this.#take(client));
  }

  async open(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => this.#server.once('error', reject).listen(port, '127.0.0.1', resolve));
  }

  /** Sends nothing new there until work is done there. */
  async without(port: number, work: () => Promise<void>): Promise<void> {
    this.#targets.delete(port);
    await pause(DRAIN_MS);
    await work();
    this.#targets.add(port);
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #take(client: Socket): void {
    const upstream = connect([...this.#targets][(this.#next += 1) % this.#targets.size]!, '127.0.0.1');
    const sides: readonly [Socket, Socket] = [client, upstream];
    sides.forEach((socket, index) => {
      const other = sides[1 - index]!;
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.once('close', (broken) => {
        this.#sockets.delete(socket);
        // What was sent last is still on its way to the other side.
        if (broken) other.destroy();
        else other.end();
      });
    });
    upstream.once('connect', () => {
      client.pipe(upstream);
      upstream.pipe(client);
    });
  }
}

/** The second copy of a part, from this checkout or another one. */
export class SecondCopy {
  readonly part: Part;
  readonly port: number;
  readonly #plan: SystemPlan;
  readonly #settings: Settings;
  readonly #logs: string;
  #running: (Running & { readonly pid: number }) | undefined;

  constructor(part: Part, plan: SystemPlan, { second }: Place, settings: Settings, logs: string) {
    this.part = part;
    this.port = second;
    this.#plan = plan;
    this.#settings = { ...settings, SERVICE_PORT: String(second), METRICS_PORT: '0' };
    this.#logs = logs;
  }

  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Starts it, in place of the process before. @param from the folder of a checkout @returns once it is ready */
  async restart(from = ROOT): Promise<void> {
    await this.stop();
    const { part } = this;
    const usual = part === 'gateway' ? { ...gatewaySettings(this.#plan), ...webSettings(from) } : serviceSettings(this.#plan, part);
    this.#running = await startProcess({
      name: `${part}-2`,
      command: process.execPath,
      args: ['--enable-source-maps', path.join(from, part, 'dist/main.js')],
      env: { ...usual, ...this.#settings },
      cwd: from,
      logFile: path.join(this.#logs, `${part}-2.log`),
      graceMs: 15_000,
    });
    await untilStarted(this.#running, () => isHealthy(`http://127.0.0.1:${this.port}/health/ready`));
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}
