import type { Envelope } from '@concert/contracts/core/envelope';
import type { ClientSession, Connection } from 'mongoose';
import type { Clock } from '../process/clock.ts';
import { SINGLE_BATCH } from '../store/collection.ts';
import { currentContext, type WorkContext } from '../process/context.ts';
import { isDuplicateKey } from '../process/errors.ts';
import { inboxCollection } from './inbox.schema.ts';
import { MessageGroup, type GroupEffect } from './message-group.ts';
import { StaleWriteError, type Transactions } from '../store/mongo.ts';
import type { InboxResult } from '../store/outcome.ts';

const keyOf = (purpose: string, id: string) => `${purpose}:${id}`;

/** Makes a repeated message harmless: its id is stored in the transaction of its effect. */
export class Inbox {
  private readonly noted = new WeakSet<WorkContext>();
  private readonly groups = new Map<string, MessageGroup>();
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
  async once(purpose: string, message: Pick<Envelope, 'id'>, effect: (session: ClientSession) => Promise<void>): Promise<InboxResult> {
    const _id = keyOf(purpose, message.id);
    try {
      return await this.transactions.run(async (session): Promise<'done'> => {
        await this.rows().insertOne({ _id, handledAt: this.clock.now() }, { session });
        await effect(session);
        return 'done';
      });
    } catch (error) {
      // Only a duplicate key of the note means a repeat. One in another collection is a fault of the effect and must be thrown.
      if (isDuplicateKey(error) && (await this.rows().countDocuments({ _id }, { limit: 1 })) === 1) return 'repeat';
      throw error;
    } finally {
      this.markNoteStored();
    }
  }

  /**
   * Handles the messages of one purpose in groups: those that arrive while a transaction runs share the next one, and a single message
   * is handled at once. Repeats are left out. A message that makes its group fail is found and fails alone.
   * @param effect stores what new messages cause; see {@link GroupEffect}
   * @returns a function that handles one message and throws the error of this message, never that of another in its group
   */
  together<M extends Pick<Envelope, 'id'>>(purpose: string, effect: GroupEffect<M>): (message: M) => Promise<InboxResult> {
    const group = this.groups.get(purpose) ?? new MessageGroup(purpose, this, this.transactions);
    this.groups.set(purpose, group);
    return async (message) => {
      try {
        return await group.handle(message, effect);
      } finally {
        this.markNoteStored();
      }
    };
  }

  /**
   * Notes messages of one purpose as handled, in the transaction that stores the effects of the new ones. Nearly all are new, so they
   * are inserted without a look. When one is known already, the transaction starts over and looks which.
   * @returns ids of the messages that were handled before: their effects must not be stored again
   */
  async noteAll(purpose: string, ids: readonly string[], transaction: ClientSession): Promise<ReadonlySet<string>> {
    const keys = new Set(ids.map((id) => keyOf(purpose, id)));
    const handledAt = this.clock.now();
    const known = this.hasKnown.has(transaction) ? await this.handledOf(purpose, ids, transaction) : new Set<string>();
    for (const id of known) keys.delete(keyOf(purpose, id));
    if (keys.size > 0)
      await this.rows()
        .insertMany(
          [...keys].map((_id) => ({ _id, handledAt })),
          { session: transaction },
        )
        .catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
          this.hasKnown.add(transaction);
          throw new StaleWriteError('one of the messages is known');
        });
    return known;
  }

  /** Declares that the current message's note is stored together with its effect. */
  markNoteStored(): void {
    const context = currentContext();
    if (context) this.noted.add(context);
  }

  /** Notes a message that was handled here, unless its note is stored with its effect. */
  async noteWithoutEffect(purpose: string, id: string, context: WorkContext): Promise<void> {
    if (!this.noted.has(context)) await this.noteHandled(purpose, id);
  }

  /** Notes a message that was handled and changed nothing. */
  async noteHandled(purpose: string, id: string): Promise<void> {
    // Not journaled: if a note is lost, the message is delivered once more, which is harmless.
    await this.rows()
      .insertOne({ _id: keyOf(purpose, id), handledAt: this.clock.now() }, { writeConcern: { w: 1, journal: false } })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }

  /** Which of some messages were handled. */
  async handledOf(purpose: string, ids: readonly string[], session?: ClientSession): Promise<ReadonlySet<string>> {
    const rows = this.rows().find({ _id: { $in: ids.map((id) => keyOf(purpose, id)) } }, { ...SINGLE_BATCH, ...(session && { session }) });
    return new Set((await rows.toArray()).map(({ _id }) => _id.slice(keyOf(purpose, '').length)));
  }

  /** Notes, before a message is handled, that its handling is begun. @returns how often it was, this time included */
  async noteBegun(purpose: string, id: string): Promise<number> {
    const row = await this.rows().findOneAndUpdate(
      { _id: keyOf(`begun:${purpose}`, id) },
      { $inc: { begun: 1 }, $set: { handledAt: this.clock.now() } },
      { upsert: true, returnDocument: 'after' },
    );
    return row?.begun ?? 0;
  }

  private rows() {
    return inboxCollection.driver(this.connection);
  }
}

/** The note of a dead letter that somebody decided to drop: it is settled, and not told again. */
export function droppedNote(purpose: string, id: string, now: Date): { filter: { _id: string }; change: object } {
  return { filter: { _id: keyOf(purpose, id) }, change: { $set: { handledAt: now } } };
}
