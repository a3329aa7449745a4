import { TooBusyError } from '@concert/service-kit/batcher';

export interface Patience {
  /** One who waited longer than this many milliseconds is refused instead of served; without it, everybody is served. */
  readonly patienceMs?: number;
}

/**
 * One piece of work at a time for each key within this process, first come first served. The key is the category whose seats
 * change: all its changes meet in one document, and transactions that fight for it cost more than the wait. It only spares
 * work: what keeps seats right, also beside other processes, is the condition of each write.
 */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly now: () => number) {}

  /** @throws TooBusyError when the wait was longer than the patience; `work` has not begun then */
  async run<T>(key: string, work: () => Promise<T>, { patienceMs = Number.POSITIVE_INFINITY }: Patience = {}): Promise<T> {
    const since = this.now();
    const before = this.last.get(key);
    const mine = (async () => {
      // What became of the one before is its own matter.
      await before?.catch(() => undefined);
      if (this.now() - since > patienceMs) throw new TooBusyError('waited too long');
      return work();
    })();
    this.last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === mine) this.last.delete(key);
    }
  }
}
