import { AsyncLocalStorage } from 'node:async_hooks';
import type { Identity } from '@concert/contracts/core/identity';

/** Most secrets in one question: what the contract takes. */
export const MAX_SECRETS = 200;

interface Waiting {
  readonly secret: string;
  readonly resolve: (identity: Identity | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks svc-auth about sessions together: a look-up alone goes at once, and those that come while a question is under way form the next one.
 * Nothing is kept: each answer is given after its look-up began, so that a sign-out counts at once.
 */
export class SessionLoader {
  private readonly waiting: Waiting[] = [];
  private asking = false;
  /** A call for several people runs in the context of none of their requests. */
  private readonly apart = AsyncLocalStorage.snapshot();

  /** @param ask answers for each secret, in order */
  constructor(private readonly ask: (secrets: readonly string[]) => Promise<readonly (Identity | null)[]>) {}

  /** Who a secret stands for. @throws what `ask` throws */
  identityOf(secret: string): Promise<Identity | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ secret, resolve, reject });
      if (!this.asking) void this.askNext();
    });
  }

  private async askNext(): Promise<void> {
    const together = this.waiting.splice(0, MAX_SECRETS);
    this.asking = together.length > 0;
    if (!this.asking) return;
    try {
      const identities = await this.ask(together.map(({ secret }) => secret));
      if (identities.length !== together.length)
        throw new Error(`${together.length} sessions were asked for and ${identities.length} answered`);
      together.forEach(({ resolve }, index) => resolve(identities[index] ?? null));
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
    this.apart(() => void this.askNext());
  }
}
