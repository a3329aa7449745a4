import type { Envelope } from '@concert/contracts/core/envelope';
import type { ClientSession, Connection } from 'mongoose';
import type { Clock } from './clock.ts';
import { isDuplicateKey } from './errors.ts';
import { collectionOf, type Transactions } from './mongo.ts';

export const INBOX = 'inbox';

/** What became of a message: its effect was stored now, or had been before. */
export type Handled = 'done' | 'repeat';

interface InboxRow {
  _id: string;
  handledAt: Date;
}

/** Makes a repeated message harmless: its id is stored in the transaction of its effect. */
export class Inbox {
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
    const _id = `${purpose}:${message.id}`;
    try {
      return await this.transactions.run(async (session): Promise<'done'> => {
        await collectionOf<InboxRow>(this.connection, INBOX).insertOne({ _id, handledAt: this.clock.now() }, { session });
        await effect(session);
        return 'done';
      });
    } catch (error) {
      // A duplicate of another row than ours is a fault of the effect and must be seen.
      if (isDuplicateKey(error) && (await collectionOf<InboxRow>(this.connection, INBOX).countDocuments({ _id }, { limit: 1 })) === 1) return 'repeat';
      throw error;
    }
  }
}
