import { withTimeout } from '@concert/service-kit/process/with-timeout';
import Stripe from 'stripe';
import { CircuitBreaker } from './circuit-breaker.ts';
import { PAGE_END_REFUSED, ProviderRefusedError, ProviderUnavailableError } from './payment-provider.ts';
import type { ProviderClock } from './provider-clock.ts';

const FAILURES_BEFORE_REST = 5;
const REST_MS = 5_000;
/** A delay that the provider asks for is waited out up to this, because somebody waits for our answer. */
const MAX_PATIENCE_MS = 2_000;

/** Learns how calls went. */
export interface ProviderWatch {
  /** @param outcome `answered`, `refused`, `unavailable`, or `spared` when the circuit was open */
  called(call: string, outcome: 'answered' | 'refused' | 'unavailable' | 'spared', seconds: number): void;
  /** Whether the circuit is open from now on. */
  circuit(open: boolean): void;
  /** How far the provider's clock is ahead of ours, in milliseconds, by its latest answer. */
  clock(aheadMs: number): void;
}

/** Calls of the provider, with timeouts and a circuit breaker. Its errors become those of the port. */
export class StripeCalls {
  private readonly breaker = new CircuitBreaker(FAILURES_BEFORE_REST, REST_MS);

  constructor(
    private readonly timeoutMs: number,
    private readonly clock: ProviderClock,
    private readonly watch: ProviderWatch | undefined,
  ) {}

  /** Every row of a list. A page of the list is fetched only when its rows are needed. */
  async *pages<T extends { id: string }, R>(
    call: string,
    list: (cursor: { starting_after?: string }) => Promise<Stripe.Response<Stripe.ApiList<T>>>,
    read: (row: T) => R,
  ): AsyncIterable<R> {
    let cursor: { starting_after?: string } = {};
    for (;;) {
      const page = await this.ask(call, () => list(cursor));
      yield* page.data.map(read);
      const last = page.data.at(-1);
      if (!page.has_more || !last) return;
      cursor = { starting_after: last.id };
    }
  }

  /** Like {@link ask}, but returns undefined when the object does not exist. */
  async askFor<T>(name: string, call: () => Promise<Stripe.Response<T>>): Promise<T | undefined> {
    try {
      return await this.ask(name, call);
    } catch (error) {
      if (error instanceof ProviderRefusedError && error.code === 'resource_missing') return undefined;
      throw error;
    }
  }

  /**
   * Makes one call.
   * @param name its name in metrics
   * @throws ProviderRefusedError when the provider refuses, ProviderUnavailableError when it does not answer or the circuit is open
   */
  async ask<T>(name: string, call: () => Promise<Stripe.Response<T>>): Promise<T> {
    const started = performance.now();
    const tell = (outcome: Parameters<ProviderWatch['called']>[1]) => {
      this.watch?.called(name, outcome, (performance.now() - started) / 1_000);
      this.watch?.circuit(this.breaker.isOpen(performance.now()));
    };
    if (!this.breaker.allows(performance.now())) {
      tell('spared');
      throw new ProviderUnavailableError('the payment provider is given a rest');
    }
    try {
      const answer = await this.tried(call);
      tell('answered');
      return answer;
    } catch (error) {
      tell(error instanceof ProviderRefusedError ? 'refused' : 'unavailable');
      throw error;
    }
  }

  private async tried<T>(call: () => Promise<Stripe.Response<T>>): Promise<T> {
    const deadline = performance.now() + this.timeoutMs;
    for (;;) {
      const askedAt = this.clock.now();
      try {
        const answer = await withTimeout(call(), Math.max(0, deadline - performance.now()));
        this.learnTime(answer.lastResponse.headers, askedAt);
        this.breaker.succeeded();
        return answer;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError) this.learnTime(error.headers, askedAt);
        const wait = error instanceof Stripe.errors.StripeRateLimitError ? Number(error.headers?.['retry-after'] ?? 1) * 1_000 : undefined;
        if (wait !== undefined && wait <= MAX_PATIENCE_MS && performance.now() + wait < deadline) {
          await new Promise((resolve) => setTimeout(resolve, wait));
          continue;
        }
        throw this.failure(error, wait);
      }
    }
  }

  private learnTime(headers: Record<string, string> | undefined, askedAt: number): void {
    this.clock.learn(headers?.['date'], askedAt);
    this.watch?.clock(this.clock.measuredAheadMs);
  }

  private failure(error: unknown, restMs: number | undefined): Error {
    const now = performance.now();
    if (restMs !== undefined) {
      this.breaker.succeeded();
      this.breaker.rest(now, restMs);
      return new ProviderUnavailableError('the payment provider limits its rate', { cause: error });
    }
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 409) {
      // An earlier request of ours with the same key is still in progress: the provider is healthy, and its answer comes later.
      this.breaker.succeeded();
      return new ProviderUnavailableError('the payment provider is still at it', { cause: error });
    }
    const refused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError ||
      error instanceof Stripe.errors.StripeCardError;
    if (refused) {
      this.breaker.succeeded();
      return new ProviderRefusedError(error.code ?? (error.param === 'expires_at' ? PAGE_END_REFUSED : error.type), { cause: error });
    }
    this.breaker.failed(now);
    const keepsAnswer = error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
    return new ProviderUnavailableError('the payment provider did not answer', { cause: error, keepsAnswer });
  }
}
