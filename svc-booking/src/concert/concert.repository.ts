import type { ClientSession } from '@concert/service-kit/mongo';
import type { Concert } from './concert.ts';

export const CONCERT = Symbol('ConcertRepository');

/** Where the concert is kept. */
export interface ConcertRepository {
  /** The current concert. @throws Error when it was never seeded */
  current(transaction?: ClientSession): Promise<Concert>;
}
