import { collectionOf, type Connection } from '@concert/service-kit/mongo';
import type { MarksRepository } from './marks.repository.ts';

export const MARKS_COLLECTION = 'reading-marks';

export class MongoMarksRepository implements MarksRepository {
  constructor(private readonly connection: Connection) {}

  async read(name: string): Promise<Date | undefined> {
    return (await collectionOf<{ _id: string; at: Date }>(this.connection, MARKS_COLLECTION).findOne({ _id: name }))?.at;
  }

  async write(name: string, at: Date): Promise<void> {
    await collectionOf<{ _id: string; at: Date }>(this.connection, MARKS_COLLECTION).updateOne({ _id: name }, { $max: { at } }, { upsert: true });
  }

  async forget(name: string): Promise<void> {
    await collectionOf<{ _id: string }>(this.connection, MARKS_COLLECTION).deleteOne({ _id: name });
  }
}
