import { isDuplicateKey } from '@concert/service-kit/errors';
import { collectionOf, type Connection } from '@concert/service-kit/mongo';
import type { MarksRepository } from './marks.repository.ts';

export const MARKS_COLLECTION = 'reading-marks';

interface MarkDocument {
  _id: string;
  at: Date | null;
  /** Of the news it follows. */
  version?: number;
}

export class MongoMarksRepository implements MarksRepository {
  constructor(private readonly connection: Connection) {}

  async read(name: string): Promise<Date | undefined> {
    return (await this.marks().findOne({ _id: name }))?.at ?? undefined;
  }

  async write(name: string, at: Date): Promise<void> {
    await this.marks().updateOne({ _id: name }, { $max: { at } }, { upsert: true });
  }

  async forget(name: string): Promise<void> {
    await this.marks().deleteOne({ _id: name });
  }

  async hear(name: string, version: number, at: Date | undefined): Promise<void> {
    try {
      await this.marks().updateOne(
        { _id: name, $or: [{ version: { $lt: version } }, { version: { $exists: false } }] },
        { $set: { version, at: at ?? null } },
        { upsert: true },
      );
    } catch (error) {
      // Something newer is known.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  private marks() {
    return collectionOf<MarkDocument>(this.connection, MARKS_COLLECTION);
  }
}
