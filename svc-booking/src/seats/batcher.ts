import type { Outcome } from '@concert/service-kit/idempotency';

/** Why a request never got its turn. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

interface Waiting<In, Out> {
  readonly request: In;
  readonly since: number;
  resolve(out: Out): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<In, Out> {
  /** Most requests committed together. */
  readonly most: number;
  /** Most requests that may wait; further ones are refused at once. */
  readonly queue: number;
  /** A request that waited longer than this many milliseconds is refused instead of tried. */
  readonly patienceMs: number;
  readonly now: () => number;
  /** Commits requests together: one outcome each, in order. Throws when nothing was stored. */
  readonly commit: (requests: readonly In[]) => Promise<Outcome<Out>[]>;
}

/**
 * Commits requests that want to change the same document in batches, so that a rush costs a few writes
 * instead of many that fight. One commit runs at a time; what arrives meanwhile forms the next. A request alone is
 * committed at once: nobody waits for company.
 */
export class Batcher<In, Out> {
  private readonly waiting: Waiting<In, Out>[] = [];
  private running = false;

  constructor(private readonly options: BatcherOptions<In, Out>) {}

  /** @throws TooBusyError when too many wait or this one waited too long; nothing is stored then */
  submit(request: In): Promise<Out> {
    if (this.waiting.length >= this.options.queue) return Promise.reject(new TooBusyError('too many requests wait'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, since: this.options.now(), resolve, reject });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      while (this.waiting.length > 0) {
        const turn = this.waiting.splice(0, this.options.most).filter((one) => {
          const late = this.options.now() - one.since > this.options.patienceMs;
          if (late) one.reject(new TooBusyError('waited too long'));
          return !late;
        });
        if (turn.length > 0) await this.settle(turn);
      }
    } finally {
      this.running = false;
    }
  }

  private async settle(turn: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const outcomes = await this.options.commit(turn.map((one) => one.request));
      turn.forEach((one, index) => {
        const outcome = outcomes[index];
        if (outcome?.ok) one.resolve(outcome.value);
        else one.reject(outcome ? outcome.error : new Error('a request got no outcome'));
      });
    } catch (error) {
      // One bad apple must not spoil the rest: apart, each fails or succeeds for its own reason.
      if (turn.length > 1) for (const one of turn) await this.settle([one]);
      else turn[0]?.reject(error);
    }
  }
}
