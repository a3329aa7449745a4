import { setTimeout as pause } from 'node:timers/promises';
import type mongoose from 'mongoose';
import type { Stretch } from './load.ts';

const EVERY_MS = 100;
/** A single write that takes this long leaves no time for a reservation, which is several, before its buyer is told to wait. */
const STALL_MS = 700;

/** Writes one small document again and again by the bare driver, to know when the database itself stood still. */
export class Stalls {
  readonly found: Stretch[] = [];
  slowestMs = 0;
  readonly #connection: mongoose.Connection;
  readonly #writing: Promise<void>;
  #on = true;

  constructor(connection: mongoose.Connection) {
    this.#connection = connection;
    this.#writing = this.#write();
  }

  /** Whether the database stood still at some time of this stretch. */
  during({ from, to }: Stretch): boolean {
    return this.found.some((stall) => stall.from < to && stall.to > from);
  }

  async stop(): Promise<void> {
    this.#on = false;
    await this.#writing;
    await this.#connection.collection('stalls-of-a-trial').drop();
  }

  async #write(): Promise<void> {
    const rows = this.#connection.collection<{ _id: string; count: number }>('stalls-of-a-trial');
    while (this.#on) {
      const from = Date.now();
      await rows.updateOne({ _id: 'one' }, { $inc: { count: 1 } }, { upsert: true, writeConcern: { w: 'majority', journal: true } });
      const to = Date.now();
      this.slowestMs = Math.max(this.slowestMs, to - from);
      if (to - from >= STALL_MS) this.found.push({ from, to });
      await pause(EVERY_MS);
    }
  }
}
