import { setTimeout as pause } from 'node:timers/promises';
import type mongoose from 'mongoose';
import type { TimeSpan } from './load.ts';

const EVERY_MS = 150;
/** A buyer is told to try again after 1.8 s, and what the service adds to such a transaction may take as long again. */
const SLOW_MS = 900;
/** As many writes as a reservation makes in its transaction. */
const WRITES = 4;
const ROWS = 'stalls-of-a-run';

/** Repeats a transaction like that of a reservation with the bare driver, to know when the database or the machine itself was slow. */
export class Stalls {
  slowestMs = 0;
  readonly #made: TimeSpan[] = [];
  readonly #connection: mongoose.Connection;
  readonly #making: Promise<void>;
  #on = true;

  constructor(connection: mongoose.Connection) {
    this.#connection = connection;
    this.#making = this.#make();
  }

  /** Whether a bare transaction took so long in this stretch that a reservation could not be in time. */
  during({ from, to }: TimeSpan): boolean {
    return this.#made.some((one) => one.from < to && one.to > from && one.to - one.from >= SLOW_MS);
  }

  async stop(): Promise<void> {
    this.#on = false;
    await this.#making;
    await this.#connection.collection(ROWS).drop();
  }

  async #make(): Promise<void> {
    await this.#connection.createCollection(ROWS);
    const rows = this.#connection.collection<{ _id: number; count: number }>(ROWS);
    while (this.#on) {
      const from = Date.now();
      await this.#connection.transaction(
        async (session) => {
          await rows.findOne({ _id: 0 }, { session });
          for (let _id = 0; _id < WRITES; _id += 1) await rows.updateOne({ _id }, { $inc: { count: 1 } }, { upsert: true, session });
        },
        { writeConcern: { w: 'majority', journal: true } },
      );
      const to = Date.now();
      this.slowestMs = Math.max(this.slowestMs, to - from);
      this.#made.push({ from, to });
      await pause(EVERY_MS);
    }
  }
}
