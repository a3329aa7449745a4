import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@concert/machine-kit/ports';
import { isHealthy, startProcess, untilStarted } from '@concert/machine-kit/processes';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A process of a service, and where it listens. */
export type Launched = Awaited<ReturnType<typeof startProcess>> & { readonly url: string };

export interface LaunchOptions {
  /** Its settings, and nothing else of the environment but what Node needs. */
  readonly settings: NodeJS.ProcessEnv;
  /** Arguments of Node before the program, such as a change of its code. */
  readonly args?: readonly string[];
  /** A free one unless given. */
  readonly port?: number;
  /** What its log is called. */
  readonly as?: string;
}

/** A built service as processes of its own. A test may kill them, and a killed process finishes nothing. */
export class BuiltService {
  readonly #running: Launched[] = [];
  #logs: string | undefined;

  readonly #name: string;

  /** @param name of its folder */
  constructor(name: string) {
    this.#name = name;
  }

  /** Starts a process; it may end before it is ready. */
  async begin({ settings, args = [], port, as = this.#name }: LaunchOptions): Promise<Launched> {
    this.#logs ??= await mkdtemp(path.join(tmpdir(), `concert-built-${this.#name}-`));
    const listensAt = port ?? (await freePort());
    const child = await startProcess({
      name: as,
      command: process.execPath,
      args: [...args, path.join(ROOT, this.#name, 'dist/main.js')],
      env: { ...settings, SERVICE_PORT: String(listensAt), NODE_OPTIONS: '' },
      logFile: path.join(this.#logs, `${as}.log`),
    });
    const launched = Object.assign(child, { url: `http://127.0.0.1:${listensAt}` });
    this.#running.push(launched);
    return launched;
  }

  /** Starts a process and waits until it is ready, or has ended: one that its first work kills is never ready. */
  async launch(options: LaunchOptions): Promise<Launched> {
    const launched = await this.begin(options);
    await Promise.race([untilStarted(launched, () => isHealthy(`${launched.url}/health/ready`)), launched.exited]);
    return launched;
  }

  /** Stops all its processes. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((child) => child.stop()));
  }

  /** Stops all its processes and forgets their logs. */
  async close(): Promise<void> {
    await this.stopAll();
    if (this.#logs) await rm(this.#logs, { recursive: true, force: true });
  }
}
