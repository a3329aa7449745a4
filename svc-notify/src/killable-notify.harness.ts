import { freePort } from '@concert/machine-kit/ports';
import { BuiltService, type Launched } from '@concert/test-kit/built-service';
import { SlowWire } from '@concert/test-kit/slow-wire';
import { compileServers } from '@concert/machine-kit/build';
import { NotifySurroundings } from './running-notify.harness.ts';

/** svc-notify as a process of its own, which can be killed: it then finishes nothing. */
export class KillableNotify extends NotifySurroundings {
  /** On its way to the broker. */
  toBroker!: SlowWire;
  url!: string;
  readonly #processes = new BuiltService('svc-notify');
  #settings!: NodeJS.ProcessEnv;
  #port!: number;
  #child!: Launched;

  async start(): Promise<void> {
    await compileServers(['contracts', 'service-kit', 'svc-notify']);
    await this.open();
    this.#port = await freePort();
    this.url = `http://127.0.0.1:${this.#port}`;
    const broker = new URL(this.room.rabbitUrlOf('svc-notify'));
    this.toBroker = await SlowWire.to(Number(broker.port), broker.hostname);
    broker.hostname = '127.0.0.1';
    broker.port = String(this.toBroker.port);
    this.#settings = this.settings({ LOG_LEVEL: 'warn', RABBITMQ_URL: broker.href });
    await this.launch();
  }

  async launch(how: 'launch' | 'begin' = 'launch'): Promise<void> {
    this.#child = await this.#processes[how]({ settings: { ...process.env, ...this.#settings }, port: this.#port });
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#child.exited;
  }

  /** Starts the process again, after its claims and leases have ended; without waiting until it is ready where it only begins. */
  async launchAgain(how?: 'begin'): Promise<void> {
    await this.mails().updateMany({ state: 'waiting' }, { $set: { nextAttemptAt: new Date() } });
    await this.database.collection('leases').deleteMany({});
    await this.launch(how);
  }

  async stop(): Promise<void> {
    await this.#processes.close();
    await this.toBroker?.close();
    await this.close();
  }
}
