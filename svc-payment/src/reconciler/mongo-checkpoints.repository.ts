import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Connection } from '@concert/service-kit/store/mongo';
import { checkpointsCollection } from './checkpoint.schema.ts';
import type { CheckpointsRepository } from './checkpoints.repository.ts';

export class MongoCheckpointsRepository implements CheckpointsRepository {
  constructor(private readonly connection: Connection) {}

  async read(name: string): Promise<Date | undefined> {
    return (await checkpointsCollection.readOne(this.connection, { _id: name }))?.at ?? undefined;
  }

  async write(name: string, at: Date): Promise<void> {
    await this.checkpoints.updateOne({ _id: name }, { $max: { at } }, { upsert: true });
  }

  async forget(name: string): Promise<void> {
    await this.checkpoints.deleteOne({ _id: name });
  }

  async follow(name: string, version: number, at: Date | undefined): Promise<void> {
    try {
      await this.checkpoints.updateOne({ _id: name, version: { $lt: version } }, { $set: { version, at: at ?? null } }, { upsert: true });
    } catch (error) {
      // A newer version is stored already.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  private get checkpoints() {
    return checkpointsCollection.on(this.connection);
  }
}
