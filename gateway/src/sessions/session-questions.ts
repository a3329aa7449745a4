import { AsyncLocalStorage } from 'node:async_hooks';
import type { Identity } from '@concert/contracts/core/identity';

/** Most secrets in one question: what the contract takes. */
export const MAX_SECRETS = 200;
/** How long look-ups wait for the question before them; when that is slow, or full, theirs goes beside it. */
const TURN_MS = 25;
/** So many look-ups within so many milliseconds tell of a rush. A page of one person's makes fewer. */
const RUSH = 8;
const RUSH_MS = 100;
/**
 * In a rush a question begins at least {@link TURN_MS} after the one before, also when that is answered, unless so many look-ups wait: what it
 * costs is its way to svc-auth and the database, not its secrets.
 */
const ENOUGH = 8;

interface Waiting {
  readonly secret: string;
  readonly resolve: (identity: Identity | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks svc-auth about sessions together: a look-up alone goes at once, and those that come while a question is under way, or in a rush
 * within {@link TURN_MS} of its begin, form the next one. Nothing is kept: each answer is given after its look-up began, so that a
 * sign-out counts at once.
 */
export class SessionQuestions {
  private waiting: Waiting[] = [];
  private asking = false;
  private askedAt = -Infinity;
  private planned: NodeJS.Timeout | undefined;
  /** When the last look-ups began, the oldest of them at `next`. */
  private readonly begun: number[] = Array.from({ length: RUSH }, () => -Infinity);
  private next = 0;
  /** A question of several people belongs to no request of theirs. */
  private readonly apart = AsyncLocalStorage.snapshot();

  /**
   * @param ask answers for each secret, in order
   * @param now milliseconds of a monotonic clock
   */
  constructor(
    private readonly ask: (secrets: readonly string[]) => Promise<readonly (Identity | null)[]>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Who a secret stands for. @throws what `ask` throws */
  identityOf(secret: string): Promise<Identity | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ secret, resolve, reject });
      this.begun[this.next] = this.now();
      this.next = (this.next + 1) % RUSH;
      if (!this.asking) this.askSoon();
    });
  }

  private askSoon(): void {
    const now = this.now();
    const restMs = this.askedAt + TURN_MS - now;
    const isRush = now - this.begun[this.next]! < RUSH_MS;
    if (isRush && restMs > 0 && this.waiting.length < ENOUGH)
      this.planned ??= setTimeout(() => this.apart(() => void this.askNext()), restMs);
    else void this.askNext();
  }

  private async askNext(): Promise<void> {
    clearTimeout(this.planned);
    this.planned = undefined;
    this.asking = true;
    this.askedAt = this.now();
    const together = this.waiting.splice(0, MAX_SECRETS);
    let passed = false;
    const pass = (how: 'soon' | 'at once') => {
      if (passed) return;
      passed = true;
      this.asking = false;
      if (this.waiting.length > 0) this.apart(() => (how === 'soon' ? this.askSoon() : void this.askNext()));
    };
    const turn = setTimeout(() => pass('soon'), TURN_MS);
    try {
      const answer = this.ask(together.map(({ secret }) => secret));
      if (this.waiting.length > 0) pass('at once');
      const identities = await answer;
      if (identities.length !== together.length)
        throw new Error(`${together.length} sessions were asked for and ${identities.length} answered`);
      together.forEach(({ resolve }, index) => resolve(identities[index] ?? null));
    } catch (error) {
      for (const { reject } of together) reject(error);
    } finally {
      clearTimeout(turn);
      pass('soon');
    }
  }
}
