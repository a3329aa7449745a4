import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Erasure } from './erasure.ts';

export const ERASURES = token<ErasuresRepository>('ErasuresRepository');

/** Stores erasures. */
export interface ErasuresRepository {
  byUser(userId: UserId, transaction?: ClientSession): Promise<Erasure | undefined>;
  /** Those to be announced again by now, the longest waiting first. */
  unfinished(now: Date, most: number): Promise<Erasure[]>;
  add(erasure: Erasure, transaction: ClientSession): Promise<void>;
  /** @throws StaleWriteError when it changed since it was read; the transaction then starts over */
  replace(before: Erasure, after: Erasure, transaction: ClientSession): Promise<void>;
}
