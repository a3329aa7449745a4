import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/mongo';
import { recoveriesCollection, type RecoveryDocument } from './recovery.schema.ts';
import type { RecoveriesRepository } from './recoveries.repository.ts';
import type { Recovery } from './recovery.ts';

const toRecovery = ({ _id, ...rest }: RecoveryDocument): Recovery => ({ userId: _id, ...rest });

export class MongoRecoveriesRepository implements RecoveriesRepository {
  constructor(private readonly connection: Connection) {}

  async of(userId: UserId, transaction: ClientSession): Promise<Recovery | undefined> {
    const found = await this.recoveries.findById(userId).session(transaction).lean<RecoveryDocument>();
    return found ? toRecovery(found) : undefined;
  }

  async list(limit: number, until?: Date): Promise<Recovery[]> {
    const found = await this.recoveries
      .find(until ? { dueAt: { $lte: until } } : {})
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<RecoveryDocument[]>();
    return found.map(toRecovery);
  }

  async add({ userId, ...rest }: Recovery, transaction: ClientSession): Promise<void> {
    await this.recoveries.create([{ _id: userId, ...rest }], { session: transaction });
  }

  async end(userId: UserId, transaction: ClientSession): Promise<boolean> {
    const { deletedCount } = await this.recoveries.deleteOne({ _id: userId }, { session: transaction });
    return deletedCount === 1;
  }

  private get recoveries() {
    return recoveriesCollection.on(this.connection);
  }
}
