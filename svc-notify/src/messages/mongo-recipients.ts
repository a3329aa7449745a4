import type { MessageRunId, RecipientId, UserId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { Recipient } from './message-run.ts';
import { recipientsCollection, type RecipientDocument } from './recipient.schema.ts';

const toRecipient = ({ _id, addressHash: _hash, ...rest }: RecipientDocument): Recipient => ({ id: _id, ...rest });

/** A recipient with what tells its address from others, where that is not known to be so. */
export type PlannedRecipient = Recipient & { readonly addressHash?: string };

export class MongoRecipients {
  constructor(private readonly connection: Connection) {}

  /* Thousands at a time in one transaction, which the model's casting would make several times as long: so by the driver. */
  /** Stores the recipients of a run. The database refuses a second one with the same address. */
  async plan(recipients: readonly PlannedRecipient[], transaction: ClientSession): Promise<void> {
    if (recipients.length === 0) return;
    await recipientsCollection.driver(this.connection).insertMany(
      recipients.map(({ id, people, ...rest }) => ({ _id: id, ...rest, people: [...people] })),
      { session: transaction },
    );
  }

  async byId(id: RecipientId): Promise<Recipient | undefined> {
    const found = await recipientsCollection.readOne(this.connection, { _id: id });
    return found ? toRecipient(found) : undefined;
  }

  /** Those that exist, in any order. */
  async byIds(ids: readonly RecipientId[]): Promise<Recipient[]> {
    const found = await recipientsCollection.read(this.connection, { _id: { $in: [...ids] } }, SINGLE_BATCH);
    return found.map(toRecipient);
  }

  /** Recipients of a run who have no mail yet, in the order of their ids. @param after the id that a page before ended with */
  async planned(runId: MessageRunId, after: string, most: number, transaction?: ClientSession): Promise<Recipient[]> {
    const found = await recipientsCollection.read(
      this.connection,
      { runId, state: 'planned', _id: { $gt: after as RecipientId } },
      { session: transaction, sort: { _id: 1 }, limit: most },
    );
    return found.map(toRecipient);
  }

  /** Drops those of a run who have no mail yet. @returns how many */
  async dropPlanned(runId: MessageRunId, transaction: ClientSession): Promise<number> {
    return (await this.recipients.deleteMany({ runId, state: 'planned' }, { session: transaction })).deletedCount;
  }

  /** Those of a run whom somebody called, and of the others those named. */
  async toldOf(runId: MessageRunId, ids: readonly RecipientId[], transaction: ClientSession): Promise<Recipient[]> {
    const called = await this.recipients
      .find({ runId, calledAt: { $type: 'date' } }, { _id: 1 })
      .session(transaction)
      .lean<{ _id: RecipientId }[]>();
    const told = [...new Set([...ids, ...called.map(({ _id }) => _id)])];
    return (await recipientsCollection.read(this.connection, { _id: { $in: told } }, { session: transaction })).map(toRecipient);
  }

  async markPosted(ids: readonly RecipientId[], transaction: ClientSession): Promise<void> {
    await this.recipients.updateMany({ _id: { $in: [...ids] } }, { $set: { state: 'posted' } }, { session: transaction });
  }

  /** Forgets what the addresses of a run are told by, once nobody waits to be mailed. */
  async forgetAddresses(runId: MessageRunId, transaction: ClientSession): Promise<void> {
    await this.recipients.updateMany(
      { runId, addressHash: { $type: 'string' } },
      { $unset: { addressHash: '' } },
      { session: transaction },
    );
  }

  /** Whom somebody called, of some runs. */
  async called(runIds: readonly MessageRunId[]): Promise<Pick<Recipient, 'id' | 'runId'>[]> {
    const found = await this.recipients
      .find({ runId: { $in: [...runIds] }, calledAt: { $type: 'date' } }, { runId: 1 })
      .lean<Pick<RecipientDocument, '_id' | 'runId'>[]>();
    return found.map(({ _id, runId }) => ({ id: _id, runId }));
  }

  /** Notes a call. @returns false when one was noted before */
  async noteCall(id: RecipientId, by: UserId, at: Date, transaction: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.recipients.updateOne(
      { _id: id, calledAt: null },
      { $set: { calledAt: at, calledBy: by } },
      { session: transaction },
    );
    return modifiedCount === 1;
  }

  private get recipients() {
    return recipientsCollection.on(this.connection);
  }
}
