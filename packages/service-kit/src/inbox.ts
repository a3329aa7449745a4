import type { Envelope } from '@concert/contracts/core/envelope';
import type { ClientSession, Connection } from 'mongoose';
import type { Clock } from './clock.ts';
import { currentContext, type WorkContext } from './context.ts';
import { isDuplicateKey } from './errors.ts';
import type { Transactions } from './mongo.ts';
import { inboxCollection } from './inbox.schema.ts';

/** What became of a message: its effect was stored now, or had been stored before. */
export type Handled = 'done' | 'repeat';

/** As long as a repeated message is known for one. */
const DEAD_KEPT_MS = 60 * 24 * 3_600_000;

const keyOf = (purpose: string, id: string) => `${purpose}:${id}`;

/** Makes a repeated message harmless: its id is stored in the transaction of its effect. */
export class Inbox {
  private readonly noted = new WeakSet<WorkContext>();

  constructor(
    private readonly connection: Connection,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `effect` once for this purpose and message, in one transaction with the note that it ran.
   * @param purpose why the message is handled: the same message may have several effects
   * @returns `repeat` when the effect was committed before
   */
  async once(purpose: string, message: Pick<Envelope, 'id'>, effect: (session: ClientSession) => Promise<void>): Promise<Handled> {
    const _id = keyOf(purpose, message.id);
    try {
      return await this.transactions.run(async (session): Promise<'done'> => {
        await this.note(_id, { session });
        await effect(session);
        return 'done';
      });
    } catch (error) {
      // A duplicate key in another collection is a fault of the effect and must not be hidden.
      if (isDuplicateKey(error) && (await this.rows().countDocuments({ _id, handledAt: { $exists: true } }, { limit: 1 })) === 1)
        return 'repeat';
      throw error;
    } finally {
      const context = currentContext();
      if (context) this.noted.add(context);
    }
  }

  /**
   * Notes messages of one purpose as handled, in the transaction that stores the effects of those that are new. When another process
   * handles one of them at the same moment, the transaction fails as a whole.
   * @returns ids of the messages that had been handled before: their effects must not be stored again
   */
  async noteAll(purpose: string, ids: readonly string[], transaction: ClientSession): Promise<ReadonlySet<string>> {
    const keys = new Map(ids.map((id) => [keyOf(purpose, id), id]));
    const known = await this.rows()
      .find({ _id: { $in: [...keys.keys()] } }, { session: transaction })
      .toArray();
    const repeats = new Set(known.filter(({ handledAt }) => handledAt).map(({ _id }) => keys.get(_id) ?? _id));
    const aside = known.filter(({ handledAt }) => !handledAt).map(({ _id }) => _id);
    const handledAt = this.clock.now();
    if (aside.length > 0)
      await this.rows().updateMany(
        { _id: { $in: aside } },
        { $set: { handledAt }, $unset: { asideUntil: '', deadAt: '' } },
        { session: transaction },
      );
    for (const { _id } of known) keys.delete(_id);
    if (keys.size > 0)
      await this.rows().insertMany(
        [...keys.keys()].map((_id) => ({ _id, handledAt })),
        { session: transaction },
      );
    return repeats;
  }

  /** Notes a message that was handled here without {@link once}, because it had no effect to store. */
  async noteWithoutEffect(purpose: string, id: string, context: WorkContext): Promise<void> {
    if (!this.noted.has(context)) await this.noteHandled(purpose, id);
  }

  /** Notes a message that was handled and changed nothing. */
  async noteHandled(purpose: string, id: string): Promise<void> {
    // If the note is lost, the message comes once more and is as harmless as before, so the note does not wait for the disk.
    await this.note(keyOf(purpose, id), { writeConcern: { w: 1, journal: false } }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }

  /** Notes that a message waits for so long in a retry queue, or is in the dead letters. */
  async putAside(purpose: string, id: string, how: { readonly forMs: number } | 'dead'): Promise<void> {
    const now = this.clock.now();
    const change =
      how === 'dead'
        ? { $set: { deadAt: now, asideUntil: new Date(now.getTime() + DEAD_KEPT_MS) } }
        : { $set: { asideUntil: new Date(now.getTime() + how.forMs) }, $unset: { deadAt: '' as const } };
    await this.rows()
      .updateOne({ _id: keyOf(purpose, id), handledAt: { $exists: false } }, change, { upsert: true })
      .catch((error: unknown) => {
        // It was handled meanwhile, by another process that had it too.
        if (!isDuplicateKey(error)) throw error;
      });
  }

  /** Which of some messages were handled, and of which nothing is known; the rest are in retry queues or dead letters. */
  async standingOf(purpose: string, ids: readonly string[]): Promise<{ heard: string[]; unknown: string[] }> {
    const found = new Map(
      (
        await this.rows()
          .find({ _id: { $in: ids.map((id) => keyOf(purpose, id)) } })
          .toArray()
      ).map((row) => [row._id, row]),
    );
    const now = this.clock.now();
    const heard: string[] = [];
    const unknown: string[] = [];
    for (const id of ids) {
      const row = found.get(keyOf(purpose, id));
      if (row?.handledAt) heard.push(id);
      else if (!row?.asideUntil || row.asideUntil <= now) unknown.push(id);
    }
    return { heard, unknown };
  }

  /**
   * Forgets which messages are dead when the dead letters hold fewer than were put there: somebody deleted them without deciding what
   * becomes of them. Then nothing is known of them, and their owner publishes them again.
   * @param left how many there are now
   * @param onTheWayMs dead letters noted so recently may not have arrived yet
   */
  async forgetDead(purpose: string, left: number, onTheWayMs: number): Promise<number> {
    const noted = { deadAt: { $lte: new Date(this.clock.now().getTime() - onTheWayMs) }, _id: { $gt: `${purpose}:`, $lt: `${purpose};` } };
    if ((await this.rows().countDocuments(noted, { hint: 'dead' })) <= left) return 0;
    return (await this.rows().deleteMany({ ...noted, handledAt: { $exists: false } })).deletedCount;
  }

  private async note(_id: string, options: { session: ClientSession } | { writeConcern: { w: number; journal: boolean } }): Promise<void> {
    await this.rows().updateOne(
      { _id, handledAt: { $exists: false } },
      { $set: { handledAt: this.clock.now() }, $unset: { asideUntil: '', deadAt: '' } },
      { upsert: true, ...options },
    );
  }

  private rows() {
    return inboxCollection.driver(this.connection);
  }
}

/** Deletes the note of a dead letter that somebody decided to drop: it is settled. */
export function droppedNote(purpose: string, id: string, now: Date): { filter: { _id: string }; change: object } {
  return { filter: { _id: keyOf(purpose, id) }, change: { $set: { handledAt: now }, $unset: { asideUntil: '', deadAt: '' } } };
}
