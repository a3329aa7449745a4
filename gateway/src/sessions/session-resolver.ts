import { createHash } from 'node:crypto';
import type { Identity } from '@concert/contracts/core/identity';
import { isUnavailable } from '@concert/service-kit/process/errors';

/** Who is behind a session's secret. `remembered`: svc-auth is away and this is its recent answer, with a buyer's rights at most. */
export interface ResolvedSession {
  readonly identity: Identity | null;
  readonly remembered: boolean;
}

/** How long an answer of svc-auth may be used while svc-auth is away. */
export const FALLBACK_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Resolves session secrets by asking svc-auth each time, so that a sign-out or a changed role takes effect at once. A recent answer is used only while svc-auth is away, so that people who are signed in can finish what they
 * began.
 */
export class SessionResolver {
  /** Grows with each session that changed through this gateway: who an answer from before that names is not remembered. */
  private changes = 0;
  /** In order of last use, so that the first is the one to drop. */
  private readonly recent = new Map<string, { identity: Identity; at: number }>();

  constructor(
    /** Answers in the order in which it was asked, as a {@link sessionLoader} does. */
    private readonly ask: (secret: string) => Promise<Identity | null>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws what `ask` throws while svc-auth is away and nothing recent is known */
  async resolve(secret: string): Promise<ResolvedSession> {
    const key = keyOf(secret);
    const { changes } = this;
    try {
      const identity = await this.ask(secret);
      if (!identity || changes === this.changes) this.remember(key, identity);
      return { identity, remembered: false };
    } catch (error) {
      const known = this.recent.get(key);
      if (!isUnavailable(error) || !known || this.now() - known.at > FALLBACK_MS) throw error;
      // The session may have ended meanwhile, or the role been taken away, so nobody gets more than a buyer's rights.
      return { identity: { ...known.identity, role: 'buyer' }, remembered: true };
    }
  }

  /** Forgets a session that changed through this gateway. */
  forget(secret: string): void {
    this.changes += 1;
    this.recent.delete(keyOf(secret));
  }

  private remember(key: string, identity: Identity | null): void {
    this.recent.delete(key);
    if (!identity) return;
    this.recent.set(key, { identity, at: this.now() });
    if (this.recent.size <= MAX_REMEMBERED) return;
    const oldest = this.recent.keys().next();
    if (!oldest.done) this.recent.delete(oldest.value);
  }
}

const keyOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
