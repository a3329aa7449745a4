import type { MessageRunId, RecipientId, UserId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { Recipient } from './message-run.ts';
import { recipientsCollection, type RecipientDocument } from './recipient.schema.ts';
import type { PlannedRecipient, RecipientsRepository } from './recipients.repository.ts';

const toRecipient = ({ _id, addressHash: _hash, ...rest }: RecipientDocument): Recipient => ({ id: _id, ...rest });

export class MongoRecipientsRepository implements RecipientsRepository {
  constructor(private readonly connection: Connection) {}

  /* Thousands at a time in one transaction, which the model's casting would make several times as long: so by the driver. */
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

  async byIds(ids: readonly RecipientId[]): Promise<Recipient[]> {
    const found = await recipientsCollection.read(this.connection, { _id: { $in: [...ids] } }, SINGLE_BATCH);
    return found.map(toRecipient);
  }

  async planned(runId: MessageRunId, after: string, most: number, transaction?: ClientSession): Promise<Recipient[]> {
    const found = await recipientsCollection.read(
      this.connection,
      { runId, state: 'planned', _id: { $gt: after as RecipientId } },
      { session: transaction, sort: { _id: 1 }, limit: most },
    );
    return found.map(toRecipient);
  }

  async dropPlanned(runId: MessageRunId, transaction: ClientSession): Promise<number> {
    return (await this.recipients.deleteMany({ runId, state: 'planned' }, { session: transaction })).deletedCount;
  }

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

  async forgetAddresses(runId: MessageRunId, transaction: ClientSession): Promise<void> {
    await this.recipients.updateMany(
      { runId, addressHash: { $type: 'string' } },
      { $unset: { addressHash: '' } },
      { session: transaction },
    );
  }

  async called(runIds: readonly MessageRunId[]): Promise<Pick<Recipient, 'id' | 'runId'>[]> {
    const found = await this.recipients
      .find({ runId: { $in: [...runIds] }, calledAt: { $type: 'date' } }, { runId: 1 })
      .lean<Pick<RecipientDocument, '_id' | 'runId'>[]>();
    return found.map(({ _id, runId }) => ({ id: _id, runId }));
  }

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
