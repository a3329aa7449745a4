import type { ClientSession } from '@concert/service-kit/mongo';
import type { User } from './user.ts';

export const USERS = Symbol('UsersRepository');

/** Where accounts are kept. */
export interface UsersRepository {
  byEmailKey(emailKey: string, transaction?: ClientSession): Promise<User | undefined>;
  /** @throws the driver's duplicate key error when the address has an account */
  add(user: User, transaction: ClientSession): Promise<void>;
}
