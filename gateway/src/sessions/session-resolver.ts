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
/** A call that began longer ago than this is not shared with new requests: its answer may be out of date. */
const JOIN_MS = 100;
const MAX_REMEMBERED = 10_000;

interface Question {
  readonly askedAt: number;
  readonly answer: Promise<ResolvedSession>;
}

/**
 * Resolves session secrets by asking svc-auth each time, so that a sign-out or a changed role takes effect at once. Requests that arrive
 * together share one call. A recent answer is used only while svc-auth is away, so that people who are signed in can finish what they
 * began.
 */
export class SessionResolver {
  private readonly asking = new Map<string, Question>();
  /** In order of last use, so that the first is the one to drop. */
  private readonly recent = new Map<string, { identity: Identity; at: number }>();

  constructor(
    private readonly ask: (secret: string) => Promise<Identity | null>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws what `ask` throws while svc-auth is away and nothing recent is known */
  resolve(secret: string): Promise<ResolvedSession> {
    const key = createHash('sha256').update(secret).digest('base64url');
    const open = this.asking.get(key);
    if (open && this.now() - open.askedAt < JOIN_MS) return open.answer;
    const question: Question = { askedAt: this.now(), answer: this.answer(key, secret, () => this.asking.get(key) === question) };
    this.asking.set(key, question);
    const settled = () => {
      if (this.asking.get(key) === question) this.asking.delete(key);
    };
    question.answer.then(settled, settled);
    return question.answer;
  }

  /** Forgets a session that changed through this gateway. */
  forget(secret: string): void {
    const key = createHash('sha256').update(secret).digest('base64url');
    this.asking.delete(key);
    this.recent.delete(key);
  }

  /**
   * Stores an answer.
   * @param isLatest false once the session changed or a later call was made: such an answer is not stored
   */
  private async answer(key: string, secret: string, isLatest: () => boolean): Promise<ResolvedSession> {
    try {
      const identity = await this.ask(secret);
      if (isLatest()) this.remember(key, identity);
      return { identity, remembered: false };
    } catch (error) {
      const known = this.recent.get(key);
      if (!isUnavailable(error) || !known || this.now() - known.at > FALLBACK_MS) throw error;
      // The session may have ended meanwhile, or the role been taken away, so nobody gets more than a buyer's rights.
      return { identity: { ...known.identity, role: 'buyer' }, remembered: true };
    }
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
