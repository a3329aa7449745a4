import path from 'node:path';
import { isHealthy, startProcess, untilReady, type Running } from '@concert/machine-kit/processes';
import { NODE_FLAGS } from '../dev/system/entries.ts';
import { freePortBase, planPorts, type Ports } from '../dev/system/ports.ts';
import { gatewaySettings, localPage, serviceSettings, type SystemPlan } from '../dev/system/process-settings.ts';
import { ROOT } from '@concert/machine-kit/rooms';
import { keepSecrets } from '../dev/system/secrets.ts';
import type { SystemAddress } from '../dev/system/address.ts';

const PARTS = ['svc-auth', 'svc-payment', 'gateway'] as const;
type Part = (typeof PARTS)[number];

/**
 * Another entrance to the running system, behind which every refund needs two people. Its gateway, svc-auth and svc-payment run beside those
 * of the system, on the same databases; the journeys' own entrance demands no second person, as the specification's flows run without one.
 */
export class TwoPeopleEntrance {
  readonly site: string;
  readonly #running: Running[] = [];
  readonly #plan: SystemPlan;
  readonly #logs: string;

  private constructor(plan: SystemPlan, logs: string) {
    this.site = plan.publicOrigin;
    this.#plan = plan;
    this.#logs = logs;
  }

  /** Starts it, and resolves when it serves. */
  static async open(system: SystemAddress): Promise<TwoPeopleEntrance> {
    const ports = await portsBeside(system);
    const { PORT: _port, NODE_ENV: _mode, ...env } = process.env;
    const plan: SystemPlan = {
      ports,
      secrets: await keepSecrets(system.dataFolder),
      dataFolder: system.dataFolder,
      publicOrigin: localPage(ports.site),
      rabbitUrl: (service) => system.rabbitOf[service],
      rabbitAdminUrl: system.rabbit,
      mongoUrl: (service) => system.mongoOf[service],
      mongoMigrationUrl: (service) => system.mongo[service],
      env,
    };
    const entrance = new TwoPeopleEntrance(plan, system.logs);
    try {
      await Promise.all(PARTS.map((part) => entrance.#start(part)));
    } catch (error) {
      await entrance.close();
      throw error;
    }
    return entrance;
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map((running) => running.stop()));
  }

  async #start(part: Part): Promise<void> {
    const running = await startProcess({
      name: `${part}-two-people`,
      command: process.execPath,
      args: [...NODE_FLAGS, path.join(ROOT, part, 'dist/main.js')],
      env: this.#settingsOf(part),
      cwd: ROOT,
      logFile: path.join(this.#logs, `${part}-two-people.log`),
    });
    this.#running.push(running);
    const port = this.#plan.ports[part === 'gateway' ? 'site' : part];
    await untilReady(running, () => isHealthy(`http://127.0.0.1:${port}/health/ready`), 60_000);
  }

  #settingsOf(part: Part): Readonly<Record<string, string>> {
    if (part === 'gateway') return { ...gatewaySettings(this.#plan), RATE_LIMIT_PER_MINUTE: '30000' };
    const settings = serviceSettings(this.#plan, part);
    return part === 'svc-auth' ? { ...settings, AUTH_APPROVALS: 'two-people', AUTH_APPROVALS_ABOVE_CENTS: '0' } : settings;
  }
}

/** Ports of its own for what it starts; those of the system for what it shares. */
async function portsBeside({ services, payments, mailbox, identity }: SystemAddress): Promise<Ports> {
  const ports = planPorts({ PORT_BASE: String(await freePortBase()) });
  const shared = { 'svc-booking': services['svc-booking'], 'svc-notify': services['svc-notify'], payments, mailbox, identity };
  const known = Object.entries(shared).flatMap(([name, url]) => (url === undefined ? [] : [[name, Number(new URL(url).port)]]));
  return { ...ports, ...(Object.fromEntries(known) as Partial<Ports>) };
}
