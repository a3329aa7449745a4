import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Connection } from '@concert/service-kit/store/mongo';
import { checkpointsCollection } from './checkpoint.schema.ts';

/** Stores points in time: how far the provider's notices were read, when the concert was cancelled. */
export class MongoCheckpoints {
  constructor(private readonly connection: Connection) {}

  async read(name: string): Promise<Date | undefined> {
    return (await checkpointsCollection.readOne(this.connection, { _id: name }))?.at ?? undefined;
  }

  /** Stores a point in time, unless a later one is stored. */
  async write(name: string, at: Date): Promise<void> {
    await this.checkpoints.updateOne({ _id: name }, { $max: { at } }, { upsert: true });
  }

  async forget(name: string): Promise<void> {
    await this.checkpoints.deleteOne({ _id: name });
  }

  /**
   * Stores what a fact of another service says, by its version: an older fact changes nothing, in whatever order they arrive.
   * @param at undefined removes the checkpoint
   */
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
