import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { recordProcesses } from '@concert/machine-kit/orphans';
import { isHealthy, startProcess, untilStarted, type Running } from '@concert/machine-kit/processes';
import type { SystemFilePaths } from './address.ts';
import type { Settings } from './process-settings.ts';
import { ROOT, SERVICES } from '@concert/machine-kit/rooms';
import { Supervised, type Notice, type SupervisedPart } from './supervised.ts';

/** How long a process may take to finish its work and end; longer than its own limit. */
const GRACE_MS = 12_000;

/** A program of ours. */
export interface Program {
  readonly name: string;
  readonly port: number;
  readonly settings: Settings;
  readonly args: readonly string[];
}

interface Stoppable {
  readonly stop: () => Promise<void>;
}

/** The processes of one system: each is supervised, and recorded so that the next start finds what an interrupted one left. */
export class Parts {
  readonly all: Supervised[] = [];
  readonly notice: Notice;
  readonly #files: SystemFilePaths;
  readonly #helpers: Stoppable[] = [];
  #stopping: Promise<void> | undefined;
  /** By which the processes of this system are known. */
  readonly #instance = randomUUID();
  /** Notes of processes are written one after the other, so that the newest stands at the end. */
  #noting: Promise<unknown> = Promise.resolve();

  constructor(files: SystemFilePaths, notice: Notice) {
    this.#files = files;
    this.notice = notice;
  }

  /** Starts a part and keeps it running. @throws Error when the system is being stopped */
  async supervise(part: SupervisedPart): Promise<Supervised> {
    if (this.#stopping) throw new Error(`${part.name} is not started any more`);
    const supervised = new Supervised(part, this.notice);
    supervised.onChange(() => {
      this.#noting = this.#noting.then(() => recordProcesses(this.#files.processes, this.all)).catch(() => undefined);
    });
    this.all.push(supervised);
    await supervised.start();
    return supervised;
  }

  /** Starts a program of ours and waits until it, and nobody else at its port, says that it is ready. */
  program({ name, port, settings, args }: Program): Promise<Supervised> {
    return this.supervise({
      name,
      start: async (signal) => {
        const running = await startProcess({
          name,
          command: process.execPath,
          args,
          env: { ...settings, INSTANCE_ID: this.#instance },
          cwd: ROOT,
          logFile: this.logFile(name),
          graceMs: GRACE_MS,
        });
        const look = () => isHealthy(`http://127.0.0.1:${port}/health/ready`, this.#instance);
        await untilStarted(running, look, { say: this.notice }, signal).catch((error: unknown) => this.#giveUp(running, error));
        return running;
      },
    });
  }

  async #giveUp(running: Running, error: unknown): Promise<never> {
    await running.stop();
    const text = (error as Error).message.split('\n');
    throw new Failure(
      `${text.slice(0, 1).join('')}\n${text.slice(1).slice(-12).join('\n')}`,
      `read the end of its log above; the whole is in ${this.logFile(running.name)}`,
      error,
    );
  }

  logFile(name: string): string {
    return path.join(this.#files.logs, `${name}.log`);
  }

  /** One part. @throws Error when there is none of this name */
  named(name: string): Supervised {
    const found = this.all.find((part) => part.name === name);
    if (!found) throw new Error(`This system has no part ${name}; it has ${this.all.map((part) => part.name).join(', ')}.`);
    return found;
  }

  /** Stops something of this process with the parts; at once when they are being stopped already. */
  async stopWith(helper: Stoppable): Promise<void> {
    if (this.#stopping) await helper.stop();
    else this.#helpers.push(helper);
  }

  /** Stops all of them, once, however often it is called. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stopAll());
  }

  async #stopAll(): Promise<void> {
    await Promise.all(this.#helpers.map((helper) => helper.stop()));
    await stopAll(this.all, this.#files);
  }
}

/** Stops the gateway before what is behind it. */
async function stopAll(parts: readonly Supervised[], files: SystemFilePaths): Promise<void> {
  const isProvider = ({ name }: Supervised) => name === 'mongodb' || name === 'rabbitmq';
  const waves = [
    parts.filter(({ name }) => name === 'gateway'),
    parts.filter((part) => part.name !== 'gateway' && !isProvider(part)),
    parts.filter(isProvider),
  ];
  await rm(files.address, { force: true });
  const failures: unknown[] = [];
  for (const wave of waves) {
    const outcomes = await Promise.allSettled(wave.map((part) => part.stop()));
    for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
  }
  await Promise.all([rm(files.processes, { force: true }), rm(files.lock, { force: true })]);
  if (failures.length > 0) throw new AggregateError(failures, 'Some processes could not be stopped.');
}

/** The logs of the previous start are kept beside the new ones. */
export async function rotateLogs(folder: string): Promise<void> {
  const names = [...SERVICES, 'gateway', 'mongodb', 'rabbitmq', 'payments', 'mailbox', 'identity'];
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, `${name}.log`);
      if (existsSync(file)) await rename(file, `${file}.1`);
    }),
  );
}
