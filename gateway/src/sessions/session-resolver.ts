import { createHash } from 'node:crypto';
import type { Identity } from '@concert/contracts/core/identity';
import { isUnavailable } from '@concert/service-kit/errors';

/** Who is behind a session's secret. `remembered`: svc-auth is away and this is what it said not long ago, with a buyer's rights at most. */
export interface Resolution {
  readonly identity: Identity | null;
  readonly remembered: boolean;
}

/** How long what svc-auth said stays usable while svc-auth is away. */
export const REMEMBER_MS = 5 * 60_000;
/** A question that is older than this has an answer too old to join. */
const JOIN_MS = 100;
const MAX_REMEMBERED = 10_000;

interface Question {
  readonly askedAt: number;
  readonly answer: Promise<Resolution>;
}

/**
 * Resolves session secrets by asking svc-auth each time, so that a sign-out or a changed role counts at once. Requests
 * that arrive together ask once. Only while svc-auth is away does a recent answer stand in, so that people who are signed
 * in can finish what they began.
 */
export class SessionResolver {
  private readonly asking = new Map<string, Question>();
  /** In order of last use, so that the first is the one to forget. */
  private readonly recent = new Map<string, { identity: Identity; at: number }>();

  constructor(
    private readonly ask: (secret: string) => Promise<Identity | null>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws what `ask` throws while svc-auth is away and nothing recent is known */
  resolve(secret: string): Promise<Resolution> {
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

  /** @param isLatest false once the session changed or a later question was asked: such an answer is not kept */
  private async answer(key: string, secret: string, isLatest: () => boolean): Promise<Resolution> {
    try {
      const identity = await this.ask(secret);
      if (isLatest()) this.remember(key, identity);
      return { identity, remembered: false };
    } catch (error) {
      const known = this.recent.get(key);
      if (!isUnavailable(error) || !known || this.now() - known.at > REMEMBER_MS) throw error;
      // The session may have ended meanwhile, or the role been taken away: nobody is lent more than what they began as a buyer.
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
