import { createHash } from 'node:crypto';
import type { ClientSession, Connection, mongo } from 'mongoose';
import type { Clock } from '../process/clock.ts';
import { SINGLE_BATCH } from './collection.ts';
import { DomainError } from '../process/errors.ts';
import { ANSWER_TIMEOUT_MS } from '../process/with-timeout.ts';
import { idempotencyCollection, type IdempotencyRow } from './idempotency.schema.ts';
import { insertNew } from './insert-new.ts';
import type { Transactions } from './mongo.ts';
import type { Outcome } from './outcome.ts';

/** Sorts keys at every depth, so that two spellings of one body are the same body. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, canonical(inner)]),
    );
  }
  return value;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** One idempotent request, however often it is sent: who sends what, to which route, with which key. */
export interface Attempt {
  readonly _id: string;
  readonly bodyHash: string;
}

/** What an attempt is answered whose key is known: the first answer, or a refusal where the key came with another body. */
export function answerTo<T>(attempt: Attempt, row: IdempotencyRow): Outcome<T> {
  if (row.bodyHash !== attempt.bodyHash) return { ok: false, error: new DomainError('request.key_reused') };
  return { ok: true, value: row.answer as T };
}

/** Answers a repeated request with its first answer. Rows are kept for a week (index `ttl_created`). */
export class Idempotency {
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {}

  /** The name of an attempt; keys of different people or routes never collide. */
  attempt(actor: string, route: string, key: string, body: unknown): Attempt {
    return { _id: sha256(`${actor}\n${route}\n${key}`), bodyHash: sha256(JSON.stringify(canonical(body)) ?? '') };
  }

  /** The stored answer, or undefined when the attempt is new. @throws DomainError `request.key_reused` for another body than before */
  recall<T>(attempt: Attempt, session?: ClientSession): Promise<T | undefined> {
    return this.read<T>(attempt, session ? { session } : {});
  }

  private async read<T>(attempt: Attempt, options: mongo.FindOptions): Promise<T | undefined> {
    const row = await idempotencyCollection.driver(this.connection).findOne({ _id: attempt._id }, options);
    if (!row) return undefined;
    if (row.bodyHash !== attempt.bodyHash) throw new DomainError('request.key_reused');
    return row.answer as T;
  }

  /**
   * Does an act whose answer is kept under its key. A repetition gets the first answer; so does the second of two at one moment, which may
   * find the act done by the other and therefore be refused.
   * @param act keeps the answer in its transaction; it is done in any case where there is no key
   * @throws DomainError `request.key_reused`, or what `act` throws
   */
  async once<T>(attempt: Attempt | undefined, act: () => Promise<T>): Promise<T> {
    if (!attempt) return act();
    const first = await this.recall<T>(attempt);
    if (first !== undefined) return first;
    try {
      return await act();
    } catch (error) {
      // A transaction meets what another has committed a moment before a plain read does, so this read waits for that.
      const other = await this.read<T>(attempt, { readConcern: { level: 'linearizable' }, maxTimeMS: ANSWER_TIMEOUT_MS }).catch(
        () => undefined,
      );
      if (other !== undefined) return other;
      throw error;
    }
  }

  /**
   * The same for an act that is one transaction, which keeps the answer, too.
   * @param effect may run several times, as {@link Transactions.run} says
   * @throws DomainError `request.key_reused`, or what `effect` throws
   */
  onceIn<T>(
    transactions: Pick<Transactions, 'run'>,
    attempt: Attempt | undefined,
    effect: (session: ClientSession) => Promise<T>,
  ): Promise<T> {
    return this.once(attempt, () =>
      transactions.run(async (session) => {
        // In the transaction, too: the effect would take what a repetition of this moment stored for another request's.
        const first = attempt && (await this.recall<T>(attempt, session));
        if (first !== undefined) return first;
        const answer = await effect(session);
        if (attempt) await this.keep(session, [this.row(attempt, answer)]);
        return answer;
      }),
    );
  }

  /**
   * Takes the key of an act whose answer is made anew each time, so that only the body has to be the same.
   * @throws DomainError `request.key_reused` when the key was used with another body before
   */
  async claim(attempt: Attempt): Promise<void> {
    const [isNew] = await insertNew(idempotencyCollection.driver(this.connection), [this.row(attempt, null)]);
    if (!isNew) await this.recall(attempt);
  }

  /** The stored answers of several attempts in one query, by attempt; a refusal where a key was used with another body before. */
  async recallAll<T>(attempts: readonly Attempt[], session: ClientSession): Promise<Map<Attempt, Outcome<T>>> {
    const rows = await idempotencyCollection
      .driver(this.connection)
      .find({ _id: { $in: attempts.map(({ _id }) => _id) } }, { ...SINGLE_BATCH, session })
      .toArray();
    const byId = new Map(rows.map((row) => [row._id, row]));
    return new Map(
      attempts.flatMap((attempt): [Attempt, Outcome<T>][] => {
        const row = byId.get(attempt._id);
        return row ? [[attempt, answerTo<T>(attempt, row)]] : [];
      }),
    );
  }

  /** The row to store in the transaction of the effect; its unique `_id` lets only one of two concurrent attempts commit. */
  row(attempt: Attempt, answer: unknown): IdempotencyRow {
    return { ...attempt, answer, createdAt: this.clock.now() };
  }

  /** Stores answers in the caller's transaction. @param renewed ids of those that take the place of an older answer, which no longer stands */
  async keep(session: ClientSession, rows: readonly IdempotencyRow[], renewed: readonly string[] = []): Promise<void> {
    if (renewed.length > 0) await idempotencyCollection.driver(this.connection).deleteMany({ _id: { $in: [...renewed] } }, { session });
    if (rows.length > 0) await idempotencyCollection.driver(this.connection).insertMany([...rows], { session });
  }
}
