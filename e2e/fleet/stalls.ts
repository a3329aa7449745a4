import { setTimeout as pause } from 'node:timers/promises';
import type mongoose from 'mongoose';
import type { Stretch } from './load.ts';

const EVERY_MS = 50;
/** A reservation is six calls to the database one after the other, and its buyer is told to wait after 1.8 s. */
const SLOW_MS = 300;

/** Writes one small document again and again by the bare driver, to know when database and machine themselves were slow. */
export class Stalls {
  slowestMs = 0;
  readonly #writes: Stretch[] = [];
  readonly #connection: mongoose.Connection;
  readonly #writing: Promise<void>;
  #on = true;

  constructor(connection: mongoose.Connection) {
    this.#connection = connection;
    this.#writing = this.#write();
  }

  /** Whether single writes took so long during this stretch that what needs several could not be in time. */
  during({ from, to }: Stretch): boolean {
    const writes = this.#writes.filter((write) => write.from < to && write.to > from);
    return writes.reduce((sum, write) => sum + write.to - write.from, 0) >= SLOW_MS * writes.length;
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
      this.#writes.push({ from, to });
      await pause(EVERY_MS);
    }
  }
}
