import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { ConcertRepository } from './concert.repository.ts';
import type { Concert } from './concert.ts';

export const CONCERTS = 'concerts';

interface ConcertDocument extends Concert {
  _id: 'current';
}

export class MongoConcertRepository implements ConcertRepository {
  constructor(private readonly connection: Connection) {}

  async current(transaction?: ClientSession): Promise<Concert> {
    const found = await collectionOf<ConcertDocument>(this.connection, CONCERTS).findOne({ _id: 'current' }, transaction ? { session: transaction } : {});
    if (!found) throw new Error('there is no concert: run the migrations');
    const { _id, ...concert } = found;
    return concert;
  }
}
