import type { Role } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';

/** A person with an account: the fields of the specification's section 3, and what signing in needs. */
export interface User {
  readonly id: UserId;
  /** As typed; {@link User.emailKey} is what is unique. */
  readonly email: string;
  readonly emailKey: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly note: string;
  readonly skills: string;
  readonly availability: string;
  readonly role: Role;
  /** Absent for an account that never had a password. */
  readonly passwordHash: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly createdAt: Date;
  /** Grows with every change. */
  readonly version: number;
}

/** A new account, not verified, with the least rights. */
export function newUser(id: UserId, account: { email: string; emailKey: string; name: string; passwordHash: string | null }, now: Date): User {
  return {
    id, ...account, address: '', phone: '', note: '', skills: '', availability: '', role: 'buyer', emailVerifiedAt: null, createdAt: now, version: 1,
  };
}

/** The role a user acts with: the configured first admin is one as soon as the address is proven. */
export function effectiveRole(user: User, adminEmailKey: string | undefined): Role {
  return adminEmailKey !== undefined && user.emailKey === adminEmailKey && user.emailVerifiedAt ? 'admin' : user.role;
}
