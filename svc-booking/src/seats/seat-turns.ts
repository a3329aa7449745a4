import type { Seating } from '@concert/contracts/booking/seating';
import { TooBusyError } from './gathering.ts';

export interface Turn {
  /** One who waited longer than this many milliseconds is refused instead of served; without it, everybody is served. */
  readonly patienceMs?: number;
}

/**
 * Lets the changes of one category's seats follow each other within this process, first come first served. They all meet in
 * one document, and transactions that fight for it cost more than the wait. It only spares work: what keeps seats right, also
 * beside other processes, is the condition of each write.
 */
export class SeatTurns {
  private readonly last = new Map<Seating, Promise<unknown>>();

  constructor(private readonly now: () => number) {}

  /** @throws TooBusyError when the wait was longer than the patience; `work` has not begun then */
  async run<T>(seating: Seating, work: () => Promise<T>, { patienceMs = Number.POSITIVE_INFINITY }: Turn = {}): Promise<T> {
    const since = this.now();
    const before = this.last.get(seating);
    const mine = (async () => {
      // What became of the one before is its own matter.
      await before?.catch(() => undefined);
      if (this.now() - since > patienceMs) throw new TooBusyError('waited too long');
      return work();
    })();
    this.last.set(seating, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(seating) === mine) this.last.delete(seating);
    }
  }
}
