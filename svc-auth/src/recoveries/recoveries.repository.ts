import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { Recovery } from './recovery.ts';

export const RECOVERIES = token<RecoveriesRepository>('RecoveriesRepository');

/** Recoveries of passkeys that wait for their time. */
export interface RecoveriesRepository {
  of(userId: UserId, transaction: ClientSession): Promise<Recovery | undefined>;
  /** In the order they are due; with `until`, those that are due by then. */
  list(limit: number, until?: Date): Promise<Recovery[]>;
  /** @throws the driver's duplicate key error when one is under way */
  add(recovery: Recovery, transaction: ClientSession): Promise<void>;
  /** @returns false when there was none */
  end(userId: UserId, transaction: ClientSession): Promise<boolean>;
}
