import type { Role } from '@concert/contracts/core/roles';
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
  /** When somebody gave them this role here; null for one that the account began with. */
  readonly roleSince: Date | null;
  /** Absent for an account that never had a password. */
  readonly passwordHash: string | null;
  /** Whether somebody who reads this address's mails has shown that they know the password: chose it there, or signed in with it. */
  readonly passwordProven: boolean;
  /** Who this is at Google; stays when the address there changes. Absent when Google was never used. */
  readonly googleSub: string | null;
  readonly emailVerifiedAt: Date | null;
  /** Sessions and handoff codes that began under another number are invalid: raising it ends them all at once. */
  readonly sessionEpoch: number;
  readonly createdAt: Date;
  /** Grows with every change. */
  readonly version: number;
}

/** A new account, not verified, with the least rights. */
export function newUser(
  id: UserId,
  account: { email: string; emailKey: string; name: string; passwordHash: string | null },
  now: Date,
): User {
  return {
    id,
    ...account,
    address: '',
    phone: '',
    note: '',
    skills: '',
    availability: '',
    role: 'buyer',
    roleSince: null,
    passwordProven: false,
    googleSub: null,
    emailVerifiedAt: null,
    sessionEpoch: 0,
    createdAt: now,
    version: 1,
  };
}

/** The account after a change. */
export function withChange(user: User, change: Partial<Omit<User, 'id' | 'version'>>): User {
  return { ...user, ...change, version: user.version + 1 };
}

/**
 * The account once somebody proves its address who did not choose what stands there: whoever typed the address never proved it, so nothing of
 * theirs is kept, least of all their password.
 */
export function claimedUser(user: User, now: Date): User {
  return withChange(user, { ...endEverySession(user), emailVerifiedAt: now, passwordHash: null, passwordProven: false, name: '' });
}

/** Whether somebody can show no more than that they read the mails of their address; a passkey aside. */
export function provesByMailAlone({ passwordHash, googleSub }: Pick<User, 'passwordHash' | 'googleSub'>): boolean {
  return passwordHash === null && googleSub === null;
}

/** The change that ends every session an account has. */
export function endEverySession(user: User): Pick<User, 'sessionEpoch'> {
  return { sessionEpoch: user.sessionEpoch + 1 };
}

/** Whether the configuration names this address as the first admin. */
export function isConfiguredAdmin(user: Pick<User, 'emailKey'>, adminEmailKey: string | undefined): boolean {
  return adminEmailKey !== undefined && user.emailKey === adminEmailKey;
}

/** The role a user acts with: the configured first admin is one as soon as the address is proven. */
export function effectiveRole(user: User, adminEmailKey: string | undefined): Role {
  return isConfiguredAdmin(user, adminEmailKey) && user.emailVerifiedAt ? 'admin' : user.role;
}
