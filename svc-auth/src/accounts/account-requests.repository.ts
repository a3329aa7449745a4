import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { AccountRequest } from './account-request.ts';

export const ACCOUNT_REQUESTS = token<AccountRequestsRepository>('AccountRequestsRepository');

/** Requests that are answered and not yet handled. */
export interface AccountRequestsRepository {
  add(request: AccountRequest): Promise<void>;
  /**
   * Removes a request in the transaction of its effect.
   * @returns false when it was handled before
   */
  take(id: string, transaction: ClientSession): Promise<boolean>;
  /** The oldest requests made before a moment. */
  waitingSince(before: Date, most: number): Promise<AccountRequest[]>;
}
