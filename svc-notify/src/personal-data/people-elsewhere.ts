import type { OwnData } from '@concert/contracts/notify/personal-data';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const PEOPLE_ELSEWHERE = token<PeopleElsewhere>('PeopleElsewhere');

/** What the other services keep about people. Each throws NeighbourUnavailableError while its service is away. */
export interface PeopleElsewhere {
  account(userId: UserId): Promise<OwnData['account']>;
  bookings(userId: UserId, email: string): Promise<OwnData['bookings']>;
  payments(bookingIds: readonly BookingId[]): Promise<OwnData['payments']>;
  /** The address, as its key, of somebody who is being erased; null when that is done. */
  erasedAddressOf(userId: UserId): Promise<string | null>;
  /** Tells that nothing here names an erased person any more. */
  reportErasure(userId: UserId): Promise<void>;
}
