import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { Concert } from './concert.ts';

export const CONCERT = token<ConcertRepository>('ConcertRepository');

/** Where the concert is kept. */
export interface ConcertRepository {
  /** The current concert. @throws Error when it was never seeded */
  current(transaction?: ClientSession): Promise<Concert>;
  /** Writes what was derived from `before` and keeps what it was with who changed it. @returns false when somebody wrote since */
  replace(before: Concert, after: Concert, change: { at: Date; by: UserId }, transaction: ClientSession): Promise<boolean>;
}
