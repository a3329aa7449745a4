import { isDuplicateKey } from '@concert/service-kit/errors';
import { collectionOf, type Connection } from '@concert/service-kit/mongo';
import type { CheckpointsRepository } from './checkpoints.repository.ts';

export const CHECKPOINTS_COLLECTION = 'checkpoints';

interface CheckpointDocument {
  _id: string;
  at: Date | null;
  /** Of the news it follows. */
  version?: number;
}

export class MongoCheckpointsRepository implements CheckpointsRepository {
  constructor(private readonly connection: Connection) {}

  async read(name: string): Promise<Date | undefined> {
    return (await this.checkpoints().findOne({ _id: name }))?.at ?? undefined;
  }

  async write(name: string, at: Date): Promise<void> {
    await this.checkpoints().updateOne({ _id: name }, { $max: { at } }, { upsert: true });
  }

  async forget(name: string): Promise<void> {
    await this.checkpoints().deleteOne({ _id: name });
  }

  async follow(name: string, version: number, at: Date | undefined): Promise<void> {
    try {
      await this.checkpoints().updateOne(
        { _id: name, $or: [{ version: { $lt: version } }, { version: { $exists: false } }] },
        { $set: { version, at: at ?? null } },
        { upsert: true },
      );
    } catch (error) {
      // Something newer is known.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  private checkpoints() {
    return collectionOf<CheckpointDocument>(this.connection, CHECKPOINTS_COLLECTION);
  }
}
