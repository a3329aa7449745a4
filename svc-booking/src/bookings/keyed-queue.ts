import { TooBusyError } from '@concert/service-kit/store/batcher';

/**
 * Does what belongs to one account or network one after the other in this process, whatever categories it is about: their transactions would
 * keep each other from committing. Between processes the turns in the database decide.
 */
export class KeyedQueue {
  private readonly queues = new Map<string, { readonly last: Promise<unknown>; readonly waiting: number }>();

  /** @param most how many may wait for one key */
  constructor(private readonly most = 50) {}

  /** @throws TooBusyError when too many wait for this key already, or what `work` throws */
  async run<T>(key: string | undefined, work: () => Promise<T>): Promise<T> {
    if (key === undefined) return work();
    const { last, waiting } = this.queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (waiting >= this.most) throw new TooBusyError();
    const mine = last.then(work, work);
    this.queues.set(key, { last: mine, waiting: waiting + 1 });
    try {
      return await mine;
    } finally {
      const queue = this.queues.get(key)!;
      if (queue.waiting === 1) this.queues.delete(key);
      else this.queues.set(key, { ...queue, waiting: queue.waiting - 1 });
    }
  }
}
