import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnavailable } from '../process/errors.ts';
import type { Outcome } from './outcome.ts';

/** Why a request was given up before it was tried. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

interface Waiting<In, Out> {
  readonly request: In;
  readonly since: number;
  readonly patienceMs: number;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions<In, Out> {
  /** Most requests committed together. */
  readonly most: number;
  /** Most requests that may wait; further ones are refused at once. */
  readonly queue: number;
  /** A request that waited longer than this many milliseconds is refused instead of tried. */
  readonly patienceMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Commits a batch of requests and returns one outcome for each, in the same order. When it throws, nothing was stored. */
  readonly commit: (requests: readonly In[]) => Promise<readonly Outcome<Out>[]>;
}

/** For requests that must never be refused: messages, and requests that were admitted already. */
export const NEVER_REFUSED = { queue: Infinity, patienceMs: Infinity, now: () => performance.now() } as const;

/**
 * Commits requests that arrive together in batches, so that a rush costs a few writes instead of many that contend. One commit runs at a
 * time; requests that arrive meanwhile form the next batch, which is committed when the commit before has ended. A single request is
 * committed at once: with those of the same turn of the event loop, and without a wait.
 */
export class Batcher<In, Out> {
  private readonly waiting: Waiting<In, Out>[] = [];
  private running = false;
  /** When the current commit began; `lastMs` is how long the previous commit took. */
  private begunAt = 0;
  private lastMs = 0;
  /** A batch belongs to no single request, so it runs in the context in which the batcher was created. */
  private readonly apart = AsyncLocalStorage.snapshot();

  constructor(private readonly options: BatcherOptions<In, Out>) {}

  /**
   * @param patienceMs when it differs from the default; with infinite patience a request is never refused
   * @throws TooBusyError when too many requests wait or this one waited too long; nothing is stored then
   */
  submit(request: In, patienceMs = this.options.patienceMs): Promise<Out> {
    if (this.waiting.length >= this.options.queue && Number.isFinite(patienceMs))
      return Promise.reject(new TooBusyError('too many requests wait'));
    if (this.foreseenMs() > patienceMs) return Promise.reject(new TooBusyError('it would wait too long'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, since: this.options.now(), patienceMs, resolve, reject });
      if (this.running) return;
      this.running = true;
      this.begunAt = this.options.now();
      // What one commit or one packet set free arrives in one turn of the event loop, and goes on as one batch.
      setImmediate(() => this.apart(() => void this.run()));
    });
  }

  private async run(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        this.begunAt = this.options.now();
        await this.settle(this.patient(this.waiting.splice(0, this.options.most)));
        this.lastMs = this.options.now() - this.begunAt;
      }
    } finally {
      this.running = false;
    }
  }

  /**
   * The least time a new request would wait: as long as the current commit has run already, plus the duration of the previous commit
   * for each full batch in the queue. A request that cannot be served within its patience is refused at once.
   */
  private foreseenMs(): number {
    if (!this.running) return 0;
    return this.options.now() - this.begunAt + Math.floor(this.waiting.length / this.options.most) * this.lastMs;
  }

  /** Some requests without those whose patience is over, which are refused. */
  private patient(requests: readonly Waiting<In, Out>[]): Waiting<In, Out>[] {
    const now = this.options.now();
    return requests.filter(({ since, patienceMs, reject }) => {
      const late = now - since > patienceMs;
      if (late) reject(new TooBusyError('waited too long'));
      return !late;
    });
  }

  private async settle(batch: readonly Waiting<In, Out>[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const outcomes = await this.options.commit(batch.map(({ request }) => request));
      batch.forEach((one, index) => {
        const outcome = outcomes[index];
        if (outcome?.ok) one.resolve(outcome.value);
        else one.reject(outcome ? outcome.error : new Error('a request got no outcome'));
      });
    } catch (error) {
      // When a dependency is down, every request fails: trying them one by one would only make them wait.
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error);
      else await this.bisect(batch);
    }
  }

  /** Halves a batch until a bad request is alone and fails with its own error; the rest is committed. */
  private async bisect(batch: readonly Waiting<In, Out>[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) await this.settle(this.patient(half));
  }
}
