import { setTimeout as pause } from 'node:timers/promises';
import type { Exit, Running } from '@concert/machine-kit/processes';

/** Pauses before a process that ended by itself is started again. */
const BACKOFF_MS = [250, 1_000, 2_000, 5_000, 10_000] as const;

/** After this long without an end, the next end counts as the first again. */
const STEADY_MS = 30_000;

/** So many ends of one part within this time are no accident; the alert ProcessDown says the same of a fleet. */
const ALARMING_ENDS = 3;
const ALARM_WINDOW_MS = 30 * 60_000;

/** Why a process of ours ended, where its code says it (packages/service-kit/src/process/process.ts). */
const MEANING: Readonly<Record<number, string>> = { 70: ', an error that nobody caught' };

export interface SupervisedPart {
  readonly name: string;
  /** Starts it and resolves when it is ready; gives up, leaving nothing behind, when the signal says so. */
  start(signal: AbortSignal): Promise<Running>;
}

export type Notice = (text: string) => void;

/** Keeps one part of the system running: when it ends without being asked to, it is started again. */
export class Supervised {
  readonly name: string;
  readonly #part: SupervisedPart;
  readonly #notice: Notice;
  #life = new AbortController();
  #running: Running | undefined;
  #watching: Promise<unknown> = Promise.resolve();
  #onChange: () => void = () => {};
  readonly #ends: number[] = [];

  constructor(part: SupervisedPart, notice: Notice) {
    this.name = part.name;
    this.#part = part;
    this.#notice = notice;
  }

  /** The process that runs now; absent for a container and between two lives. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** How often it was started again because it had ended by itself. */
  get restarts(): number {
    return this.#ends.length;
  }

  /** Told whenever another process took over. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Starts the part; from then on it is kept running until {@link stop}. */
  async start(): Promise<void> {
    const { signal } = (this.#life = new AbortController());
    const begun = this.#begin(signal);
    this.#watching = begun.catch(() => undefined);
    const running = await begun;
    this.#onChange();
    this.#watching = this.#watch(running, signal);
  }

  async #begin(signal: AbortSignal): Promise<Running> {
    const running = await this.#part.start(signal);
    if (signal.aborted) {
      await running.stop();
      signal.throwIfAborted();
    }
    this.#running = running;
    return running;
  }

  /** Ends the process and starts it again, for new code or settings. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Ends the part for good, within the time its process was given. */
  async stop(): Promise<void> {
    this.#life.abort(new Error(`${this.name} is being stopped`));
    await this.#running?.stop();
    await this.#watching;
    this.#running = undefined;
  }

  async #watch(first: Running, signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (let running = first; ;) {
      const since = Date.now();
      const exit = await running.exited;
      if (signal.aborted) return;
      // What is left of its process group must not keep the port.
      await running.stop();
      if (Date.now() - since > STEADY_MS) failures = 0;
      this.#note(exit);
      const next = await this.#revive(failures, signal);
      if (next === undefined) return;
      failures += 1;
      this.#running = running = next;
      this.#onChange();
      this.#notice(`${this.name} is back`);
    }
  }

  #note({ code, signal }: Exit): void {
    const now = Date.now();
    this.#ends.push(now);
    this.#notice(`${this.name} ended (${signal ?? `code ${code}${MEANING[code ?? 0] ?? ''}`}), starting it again`);
    const lately = this.#ends.filter((at) => now - at < ALARM_WINDOW_MS).length;
    if (lately >= ALARMING_ENDS) this.#notice(`ALARM: ${this.name} has ended ${lately} times within half an hour; its log says why`);
  }

  async #revive(failures: number, signal: AbortSignal): Promise<Running | undefined> {
    for (let attempt = failures; ; attempt += 1) {
      await pause(BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)], undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
      try {
        const running = await this.#part.start(signal);
        if (!signal.aborted) return running;
        await running.stop();
        return undefined;
      } catch (error) {
        if (signal.aborted) return undefined;
        this.#notice(`${this.name} did not come back: ${(error as Error).message.split('\n').slice(0, 2).join(' ')}`);
      }
    }
  }
}
