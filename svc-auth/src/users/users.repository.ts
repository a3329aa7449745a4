import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { User } from './user.ts';

export const USERS = token<UsersRepository>('UsersRepository');

/** Where accounts are kept. */
export interface UsersRepository {
  byId(id: UserId, transaction?: ClientSession): Promise<User | undefined>;
  /** Those that exist, in no particular order. */
  byIds(ids: readonly UserId[]): Promise<User[]>;
  byEmailKey(emailKey: string, transaction?: ClientSession): Promise<User | undefined>;
  byGoogleSub(googleSub: string, transaction: ClientSession): Promise<User | undefined>;
  /** @throws the driver's duplicate key error when the address, or the person at Google, has an account */
  add(user: User, transaction: ClientSession): Promise<void>;
  /**
   * Stores an account that was read in the same transaction and changed once.
   * @throws Error when it is not the one that was read; the driver's duplicate key error as {@link add}
   */
  replace(user: User, transaction: ClientSession): Promise<void>;
  /** Remembers that somebody signed in with this very password. */
  provePassword(id: UserId, passwordHash: string): Promise<void>;
  /** Accounts in the order of their addresses, those with every term as the beginning of a word. */
  page(query: { readonly terms: readonly string[]; readonly afterEmailKey?: string; readonly limit: number }): Promise<User[]>;
  /** Verified accounts of organisers and admins, the configured address included. */
  organisers(adminEmailKey: string | undefined, transaction?: ClientSession): Promise<User[]>;
  /** How many verified accounts are admins, the configured address included; changes of the number wait for each other. */
  countAdmins(adminEmailKey: string | undefined, transaction: ClientSession): Promise<number>;
}
