import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { freePort } from '@concert/machine-kit/ports';
import { isHealthy, startProcess, untilStarted } from '@concert/machine-kit/processes';
import { SlowWire } from '@concert/test-kit/slow-wire';
import { compileServers } from '../../dev/system/build.ts';
import { NotifySurroundings, type Answer } from './running-notify.harness.ts';

const MAIN = path.resolve(import.meta.dirname, '../dist/main.js');

/** svc-notify as a process of its own, which can be killed: it then finishes nothing. */
export class KillableNotify extends NotifySurroundings {
  /** On its way to the broker. */
  toBroker!: SlowWire;
  url!: string;
  #folder!: string;
  #env!: NodeJS.ProcessEnv;
  #child: Awaited<ReturnType<typeof startProcess>> | undefined;

  async start(): Promise<void> {
    await compileServers(['contracts', 'service-kit', 'svc-notify']);
    this.#folder = await mkdtemp(path.join(tmpdir(), 'concert-kill-'));
    await this.open();
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    const broker = new URL(this.room.rabbitUrlOf('svc-notify'));
    this.toBroker = await SlowWire.to(Number(broker.port), broker.hostname);
    broker.hostname = '127.0.0.1';
    broker.port = String(this.toBroker.port);
    this.#env = {
      ...process.env,
      ...this.settings({ SERVICE_PORT: String(port), LOG_LEVEL: 'warn', RABBITMQ_URL: broker.href }),
      NODE_OPTIONS: '',
    };
    await this.launch();
  }

  async launch(): Promise<void> {
    const child = await startProcess({
      name: 'svc-notify',
      command: process.execPath,
      args: [MAIN],
      env: this.#env,
      logFile: path.join(this.#folder, 'svc-notify.log'),
    });
    this.#child = child;
    await untilStarted(child, () => isHealthy(`${this.url}/health/ready`));
  }

  async kill(): Promise<void> {
    this.#child!.kill('SIGKILL');
    await this.#child!.exited;
  }

  /** Starts the process again, after its claims and leases have ended. */
  async launchAgain(): Promise<void> {
    await this.mails().updateMany({ state: 'waiting' }, { $set: { nextAttemptAt: new Date() } });
    await this.database.collection('leases').deleteMany({});
    await this.launch();
  }

  async ask(method: 'GET' | 'POST', address: string, who: Identity, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.url}${address}`, {
      method,
      headers: {
        [IDENTITY_HEADER]: await this.gateway.signIdentity(who, 'svc-notify'),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  async stop(): Promise<void> {
    await this.#child?.stop();
    await this.toBroker?.close();
    await this.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
