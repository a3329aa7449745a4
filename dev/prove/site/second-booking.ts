import path from 'node:path';
import { isHealthy, startProcess, untilReady, type Running } from '@concert/machine-kit/processes';
import { ROOT } from '@concert/machine-kit/rooms';
import { serviceSettings, type Settings, type SystemPlan } from '../../system/process-settings.ts';

const READY_MS = 120_000;

/** A second copy of svc-booking, beside the one that a system runs itself. */
export class SecondBooking {
  readonly #port: number;
  readonly #env: Settings;
  readonly #logs: string;
  #running: (Running & { readonly pid: number }) | undefined;

  /** @param ports where it listens, and where its metrics are */
  constructor(plan: SystemPlan, [port, metrics]: readonly [number, number], settings: Settings, logs: string) {
    this.#port = port;
    this.#env = { ...serviceSettings(plan, 'svc-booking'), ...settings, SERVICE_PORT: String(port), METRICS_PORT: String(metrics) };
    this.#logs = logs;
  }

  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Starts it, in place of the process before. @returns once it is ready */
  async restart(): Promise<void> {
    await this.stop();
    this.#running = await startProcess({
      name: 'svc-booking-2',
      command: process.execPath,
      args: ['--enable-source-maps', path.join(ROOT, 'svc-booking/dist/main.js')],
      env: this.#env,
      cwd: ROOT,
      logFile: path.join(this.#logs, 'svc-booking-2.log'),
      graceMs: 15_000,
    });
    await untilReady(this.#running, () => isHealthy(`http://127.0.0.1:${this.#port}/health/ready`), READY_MS);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}
