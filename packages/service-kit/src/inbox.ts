import type { Envelope } from '@concert/contracts/core/envelope';
import type { ClientSession, Connection } from 'mongoose';
import type { Clock } from './clock.ts';
import { IN_ONE_ANSWER } from './collection.ts';
import { currentContext, type WorkContext } from './context.ts';
import { isDuplicateKey } from './errors.ts';
import { inboxCollection, type InboxRow } from './inbox.schema.ts';
import { MessageGroup, type GroupEffect } from './message-group.ts';
import { StaleWriteError, type Transactions } from './mongo.ts';
import type { Handled } from './outcome.ts';

/** How long a dead letter stays known: as long as a handled message does. */
const DEAD_KEPT_MS = 60 * 24 * 3_600_000;

/** How long it stays known how often the handling of a message was begun: longer than a process that dies waits between its starts. */
const BEGUN_KEPT_MS = 3_600_000;

const keyOf = (purpose: string, id: string) => `${purpose}:${id}`;

/** Notes a message as handled. If it was noted before, the upsert fails with a duplicate key. */
const noteOf = (_id: string, handledAt: Date) => ({
  filter: { _id, handledAt: { $exists: false } },
  update: { $set: { handledAt }, $unset: { asideUntil: '', deadAt: '' } as const },
  upsert: true,
});

/** Makes a repeated message harmless: its id is stored in the transaction of its effect. */
export class Inbox {
  private readonly noted = new WeakSet<WorkContext>();
  private readonly groups = new Map<string, MessageGroup>();
  private readonly elsewhere = new Set<string>();
  /** Transactions that failed because a message was known already: they look before they insert. */
  private readonly hasKnown = new WeakSet<ClientSession>();

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
        const { filter, update, upsert } = noteOf(_id, this.clock.now());
        await this.rows().updateOne(filter, update, { upsert, session });
        await effect(session);
        return 'done';
      });
    } catch (error) {
      // Only a duplicate key of the note means a repeat. One in another collection is a fault of the effect and must be thrown.
      if (isDuplicateKey(error) && (await this.rows().countDocuments({ _id, handledAt: { $exists: true } }, { limit: 1 })) === 1)
        return 'repeat';
      throw error;
    } finally {
      this.noteIsStored();
    }
  }

  /**
   * Handles the messages of one purpose in groups: those that arrive while a transaction runs share the next one, and a single message
   * is handled at once. Repeats are left out. A message that makes its group fail is found and fails alone.
   * All handlers of the purpose must use groups, because its queue delivers many messages at a time.
   * @param effect stores what new messages cause; see {@link GroupEffect}
   * @returns a function that handles one message and throws the error of this message, never that of another in its group
   */
  together<M extends Pick<Envelope, 'id'>>(purpose: string, effect: GroupEffect<M>): (message: M) => Promise<Handled> {
    const group = this.groups.get(purpose) ?? new MessageGroup(purpose, this, this.transactions);
    this.groups.set(purpose, group);
    return async (message) => {
      try {
        return await group.handle(message, effect);
      } finally {
        this.noteIsStored();
      }
    };
  }

  /** Declares that the messages of a purpose are handled in groups without {@link together}. */
  groupsElsewhere(purpose: string): void {
    this.elsewhere.add(purpose);
  }

  /** Whether the messages of a purpose are handled in groups. */
  isGrouped(purpose: string): boolean {
    return this.groups.has(purpose) || this.elsewhere.has(purpose);
  }

  /**
   * Notes messages of one purpose as handled, in the transaction that stores the effects of the new ones. Nearly all are new, so they
   * are inserted without a look. When one is known already, the transaction starts over and looks which.
   * @returns ids of the messages that were handled before: their effects must not be stored again
   */
  async noteAll(purpose: string, ids: readonly string[], transaction: ClientSession): Promise<ReadonlySet<string>> {
    const keys = new Map(ids.map((id) => [keyOf(purpose, id), id]));
    const handledAt = this.clock.now();
    const known = this.hasKnown.has(transaction) ? await this.noteKnown([...keys.keys()], handledAt, transaction) : [];
    for (const { _id } of known) keys.delete(_id);
    if (keys.size > 0)
      await this.rows()
        .insertMany(
          [...keys.keys()].map((_id) => ({ _id, handledAt })),
          { session: transaction },
        )
        .catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
          this.hasKnown.add(transaction);
          throw new StaleWriteError('one of the messages is known');
        });
    return new Set(known.filter((note) => note.handledAt).map(({ _id }) => _id.slice(keyOf(purpose, '').length)));
  }

  /** Notes those messages as handled that were put aside. @returns what was known of the messages before */
  private async noteKnown(keys: readonly string[], handledAt: Date, transaction: ClientSession): Promise<InboxRow[]> {
    const known = await this.rows()
      .find({ _id: { $in: [...keys] } }, { ...IN_ONE_ANSWER, session: transaction })
      .toArray();
    const aside = known.filter((note) => !note.handledAt).map(({ _id }) => _id);
    if (aside.length > 0)
      await this.rows().updateMany(
        { _id: { $in: aside } },
        { $set: { handledAt }, $unset: { asideUntil: '', deadAt: '' } },
        { session: transaction },
      );
    return known;
  }

  /** Removes, in the same transaction, the notes that {@link noteAll} made of messages that could not be handled. */
  async takeBack(purpose: string, ids: readonly string[], transaction: ClientSession): Promise<void> {
    await this.rows().deleteMany({ _id: { $in: ids.map((id) => keyOf(purpose, id)) } }, { session: transaction });
  }

  /** Declares that the current message's note is stored together with its effect. */
  noteIsStored(): void {
    const context = currentContext();
    if (context) this.noted.add(context);
  }

  /** Notes a message that was handled here, unless its note is stored with its effect. */
  async noteWithoutEffect(purpose: string, id: string, context: WorkContext): Promise<void> {
    if (!this.noted.has(context)) await this.noteHandled(purpose, id);
  }

  /** Notes a message that was handled and changed nothing. */
  async noteHandled(purpose: string, id: string): Promise<void> {
    const { filter, update } = noteOf(keyOf(purpose, id), this.clock.now());
    // Not journaled: if a note is lost, the message is delivered once more, which is harmless.
    await this.rows()
      .updateOne(filter, update, { upsert: true, writeConcern: { w: 1, journal: false } })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }

  /** Notes that a message waits in a retry queue for this long, or went to the dead letters. */
  async putAside(purpose: string, id: string, how: { readonly forMs: number } | 'dead'): Promise<void> {
    const now = this.clock.now();
    const change =
      how === 'dead'
        ? { $set: { deadAt: now, asideUntil: new Date(now.getTime() + DEAD_KEPT_MS) } }
        : { $set: { asideUntil: new Date(now.getTime() + how.forMs) }, $unset: { deadAt: '' as const } };
    await this.rows()
      .updateOne({ _id: keyOf(purpose, id), handledAt: { $exists: false } }, change, { upsert: true })
      .catch((error: unknown) => {
        // Another process had the message too and has handled it.
        if (!isDuplicateKey(error)) throw error;
      });
  }

  /** Notes, before a message is handled, that its handling is begun. @returns how often it was, this time included */
  async noteBegun(purpose: string, id: string): Promise<number> {
    const asideUntil = new Date(this.clock.now().getTime() + BEGUN_KEPT_MS);
    const row = await this.rows().findOneAndUpdate(
      { _id: keyOf(purpose, id) },
      { $inc: { begun: 1 }, $setOnInsert: { asideUntil } },
      { upsert: true, returnDocument: 'after' },
    );
    return row?.begun ?? 0;
  }

  /** Which of some messages were handled, and which are unknown here; the rest are in retry queues or dead letters. */
  async standingOf(purpose: string, ids: readonly string[]): Promise<{ heard: string[]; unknown: string[] }> {
    const found = new Map(
      (
        await this.rows()
          .find({ _id: { $in: ids.map((id) => keyOf(purpose, id)) } }, IN_ONE_ANSWER)
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
   * Forgets which messages are dead when the dead-letter queue holds fewer than were put there. Somebody deleted some without deciding
   * about them; once they are unknown here, their owner publishes them again.
   * @param left how many the queue holds now
   * @param onTheWayMs dead letters noted more recently than this may not have arrived there yet
   */
  async forgetDead(purpose: string, left: number, onTheWayMs: number): Promise<number> {
    const noted = { deadAt: { $lte: new Date(this.clock.now().getTime() - onTheWayMs) }, _id: { $gt: `${purpose}:`, $lt: `${purpose};` } };
    if ((await this.rows().countDocuments(noted, { hint: 'dead' })) <= left) return 0;
    return (await this.rows().deleteMany({ ...noted, handledAt: { $exists: false } })).deletedCount;
  }

  private rows() {
    return inboxCollection.driver(this.connection);
  }
}

/** Deletes the note of a dead letter that somebody decided to drop: it is settled. */
export function droppedNote(purpose: string, id: string, now: Date): { filter: { _id: string }; change: object } {
  return { filter: { _id: keyOf(purpose, id) }, change: { $set: { handledAt: now }, $unset: { asideUntil: '', deadAt: '' } } };
}
