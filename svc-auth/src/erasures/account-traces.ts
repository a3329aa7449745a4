import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { LoginPlace } from '../login-places/login-place.ts';

export const ACCOUNT_TRACES = token<AccountTraces>('AccountTraces');

/** A login of an account, as its owner may see it. */
export interface Login {
  readonly openedAt: Date;
  readonly signedInAt: Date;
  readonly expiresAt: Date;
}

/** Everything in this service that belongs to an account. */
export interface AccountTraces {
  loginsOf(userId: UserId): Promise<Login[]>;
  /** From where somebody signed in. */
  placesOf(userId: UserId): Promise<Pick<LoginPlace, 'device' | 'lastAt'>[]>;
  /** Deletes the account with its sessions, places, passkeys, links, and requests made for its address. */
  remove(userId: UserId, emailKey: string, transaction: ClientSession): Promise<void>;
}
