import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@concert/machine-kit/rooms';
import type { Part } from './site/copies.ts';

const FOLDER = path.join(ROOT, '.data/prove');
const KEPT_VIOLATIONS = 50;
const SAVE_EVERY_MS = 1_000;
const TELL_EVERY_MS = 15_000;

/** How far an experiment came, over all its runs. */
export interface Standing {
  done: number;
  violations: number;
  /** Of the runs, without the time in which systems start and stop. */
  seconds: number;
  readonly seed: number;
  /** What else was counted, by its name in the table. */
  readonly figures: Record<string, number>;
  /** The first violations, in words. */
  readonly examples: string[];
}

const fileOf = (name: string): string => path.join(FOLDER, `${name}.json`);

const newStanding = (): Standing => ({ done: 0, violations: 0, seconds: 0, seed: randomInt(2 ** 31), figures: {}, examples: [] });

/** What is known of earlier runs; a new seed where there was none. */
export function standingOf(name: string): Standing {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Standing;
  } catch {
    return newStanding();
  }
}

/** A change to what a service loads, by which it lacks a guard. */
export interface Patch {
  readonly service: Part;
  /** A source file, and text that its compiled form has once: no object literal, which the compiler lays out anew. */
  readonly file: string;
  readonly code: string;
  readonly into: string;
}

/** Something that is tried often. */
export interface Experiment {
  readonly name: string;
  readonly goal: number;
  /** What is counted, with what is demanded of it. */
  readonly shows: string;
  /** What the product lacks in a control: a fault is planted and has to be found, or the experiment proves nothing. */
  readonly lacks: string;
  /** How it is planted; absent where the experiment does that by itself. */
  readonly patch?: Patch;
  /** Words of every violation that shows it; any violation does where there are none. */
  readonly shownBy?: string;
  /** Further faults: a control plants each in a run of its own, and has to find every one. */
  readonly alsoLacks?: readonly Required<Pick<Experiment, 'lacks' | 'patch' | 'shownBy'>>[];
  /** Tries until the proof is over. */
  readonly run: (proof: Proof) => Promise<void>;
}

/** How a run is asked for. */
export interface RunOptions {
  /** How long it may try. */
  readonly minutes: number;
  /** Whether the experiment's fault is planted. */
  readonly isControl: boolean;
  /** For `versions`: the commit that runs beside this state. */
  readonly beside?: string | undefined;
  /** Aborts when the run is asked to end. */
  readonly stop: AbortSignal;
}

/** One run of an experiment: counts, keeps what it counted, and says when it is over. */
export class Proof {
  readonly standing: Standing;
  readonly options: RunOptions;
  readonly #experiment: Experiment;
  #since: number | undefined;
  #end = Infinity;
  #savedAt = 0;
  #toldAt = Date.now();

  constructor(experiment: Experiment, options: RunOptions) {
    this.#experiment = experiment;
    this.options = options;
    // What a control counts is not kept.
    this.standing = options.isControl ? newStanding() : standingOf(experiment.name);
  }

  /** What a service lacks in this run. */
  get control(): Patch | undefined {
    return this.options.isControl ? this.#experiment.patch : undefined;
  }

  /** Whether the goal is reached, or the run is asked to end. */
  get isOver(): boolean {
    const { done, violations } = this.standing;
    return (
      this.options.stop.aborted || done >= this.#experiment.goal || Date.now() > this.#end || (this.options.isControl && violations > 0)
    );
  }

  get left(): number {
    return this.#experiment.goal - this.standing.done;
  }

  /** Forgets what earlier runs counted, where a run is judged by itself. */
  beginAnew(): void {
    Object.assign(this.standing, { ...newStanding(), seed: this.standing.seed });
  }

  /** Everything is ready: the time counts from now on. */
  begin(): void {
    this.#since ??= Date.now();
    this.#end = Date.now() + this.options.minutes * 60_000;
  }

  /** Something was tried so many times. */
  count(times = 1): void {
    this.standing.done += times;
    const now = Date.now();
    if (now - this.#savedAt > SAVE_EVERY_MS) this.save();
    if (now - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = now;
    this.say(`${this.standing.done} of ${this.#experiment.goal}, ${this.standing.violations} violations`);
  }

  /** Adds to a figure of the table. */
  figure(name: string, by = 1): void {
    this.standing.figures[name] = (this.standing.figures[name] ?? 0) + by;
  }

  /** Keeps the largest value of a figure. */
  most(name: string, value: number): void {
    this.standing.figures[name] = Math.max(this.standing.figures[name] ?? 0, value);
  }

  violation(what: string): void {
    // A busy machine lets people wait, too, which does not show that the planted fault is seen.
    if (this.options.isControl && !what.includes(this.#experiment.shownBy ?? '')) return this.say(`not by the fault: ${what}`);
    this.standing.violations += 1;
    if (this.standing.examples.length >= KEPT_VIOLATIONS) return;
    this.standing.examples.push(what);
    this.say(`VIOLATION ${what}`);
  }

  say(text: string): void {
    console.log(`${new Date().toISOString().slice(11, 19)} ${this.#experiment.name}: ${text}`);
  }

  /** Stores what was counted: whole or not at all, because the process may be killed meanwhile. */
  save(): void {
    const now = Date.now();
    if (this.#since !== undefined) {
      this.standing.seconds += (now - this.#since) / 1_000;
      this.#since = now;
    }
    this.#savedAt = now;
    if (this.options.isControl) return;
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${fileOf(this.#experiment.name)}.new`, JSON.stringify(this.standing, null, 1));
    renameSync(`${fileOf(this.#experiment.name)}.new`, fileOf(this.#experiment.name));
  }
}
