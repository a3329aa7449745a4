import { createHash } from 'node:crypto';

/** How long an answer is given again, from when it was asked for. Long enough for a rush, too short for anybody to notice. */
export const SHARED_FOR_MS = 1_000;

/** What a service answered to a question that is the same for everybody. */
export interface SharedAnswer {
  readonly statusCode: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  /** As text: Node sends head and text in one write, and bytes in two. */
  readonly body: string;
}

/** An answer and the tag that tells it from others. */
export interface TaggedAnswer extends SharedAnswer {
  readonly etag: string;
}

interface Kept {
  readonly askedAt: number;
  readonly answer: Promise<TaggedAnswer>;
}

/**
 * Answers of routes that say the same to everybody: asked of the service once for all who come within a second, without
 * anything of whoever came first, and never kept when they are refusals. Nobody is told something older than what they
 * changed themselves, nor anybody something older than what an organiser changed, through this gateway.
 */
export class SharedAnswers {
  private readonly kept = new Map<string, Kept>();
  /** When sessions last changed something, oldest first. */
  private readonly changes = new Map<string, number>();
  private changedForAll = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * @param path of the route, which has neither parameters nor query
   * @param session secret of whoever asks: for no more than what they changed
   * @param ask the service, as nobody
   * @throws what `ask` throws
   */
  read(path: string, session: string | undefined, ask: () => Promise<SharedAnswer>): Promise<TaggedAnswer> {
    const own = session === undefined ? undefined : this.changes.get(session);
    const now = this.now();
    const oldest = Math.max(now - SHARED_FOR_MS, this.changedForAll, own ?? -Infinity);
    const known = this.kept.get(path);
    if (known && known.askedAt > oldest) return known.answer;
    const answer = ask().then((given) => ({
      ...given,
      etag: `"${createHash('sha256').update(given.body).digest('base64url').slice(0, 22)}"`,
    }));
    const kept: Kept = { askedAt: now, answer };
    this.kept.set(path, kept);
    const forget = () => {
      if (this.kept.get(path) === kept) this.kept.delete(path);
    };
    answer.then(({ statusCode }) => statusCode === 200 || forget(), forget);
    return answer;
  }

  /**
   * Something may have changed through this gateway.
   * @param session secret of whoever did it
   * @param forAll an organiser did it, and everybody shall see it at once
   */
  changed(session: string | undefined, forAll: boolean): void {
    const now = this.now();
    if (forAll) this.changedForAll = now;
    if (session === undefined) return;
    this.changes.delete(session);
    this.changes.set(session, now);
    for (const [other, at] of this.changes) {
      if (now - at <= SHARED_FOR_MS) break;
      this.changes.delete(other);
    }
  }
}
