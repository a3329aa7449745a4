import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Concert } from './concert.ts';

export const CONCERT = token<ConcertRepository>('ConcertRepository');

/** Stores the concert. */
export interface ConcertRepository {
  /** The current concert. @throws Error when it was never seeded */
  current(transaction?: ClientSession): Promise<Concert>;
  /** Stores `after` if the stored concert is still `before`, and keeps `before` with who changed it. @returns false otherwise */
  replace(before: Concert, after: Concert, change: { at: Date; by: UserId }, transaction: ClientSession): Promise<boolean>;
}
