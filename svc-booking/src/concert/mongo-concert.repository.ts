import type { UserId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { ConcertRepository } from './concert.repository.ts';
import type { Concert } from './concert.ts';

export const CONCERTS = 'concerts';

/** Every change of the concert, never edited. */
export const CONCERT_CHANGES = 'concert-changes';

interface ConcertChange {
  readonly before: Concert;
  readonly after: Concert;
  readonly at: Date;
  readonly by: UserId;
}

interface ConcertDocument extends Concert {
  _id: 'current';
}

export const concertIndexes: readonly IndexSpec[] = [
  { collection: CONCERT_CHANGES, name: 'by_time', key: { at: -1 }, serves: 'changes of the concert, newest first' },
];

export class MongoConcertRepository implements ConcertRepository {
  constructor(private readonly connection: Connection) {}

  async current(transaction?: ClientSession): Promise<Concert> {
    const found = await collectionOf<ConcertDocument>(this.connection, CONCERTS).findOne(
      { _id: 'current' },
      transaction ? { session: transaction } : {},
    );
    if (!found) throw new Error('there is no concert: run the migrations');
    const { _id, ...concert } = found;
    return concert;
  }

  async replace(before: Concert, after: Concert, change: { at: Date; by: UserId }, transaction: ClientSession): Promise<boolean> {
    const { matchedCount } = await collectionOf<ConcertDocument>(this.connection, CONCERTS).updateOne(
      { _id: 'current', version: before.version },
      { $set: after },
      { session: transaction },
    );
    if (matchedCount === 1)
      await collectionOf<ConcertChange>(this.connection, CONCERT_CHANGES).insertOne({ before, after, ...change }, { session: transaction });
    return matchedCount === 1;
  }
}
