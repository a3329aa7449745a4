import type { UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const ERASED_PEOPLE = token<ErasedPeople>('ErasedPeople');

/** Knows who is being erased. Both throw NeighbourUnavailableError while svc-auth is away. */
export interface ErasedPeople {
  /** The address to look for, as its key; null when that is done. */
  addressOf(userId: UserId): Promise<string | null>;
  /** Tells that nothing here names the person any more. */
  report(userId: UserId): Promise<void>;
}
