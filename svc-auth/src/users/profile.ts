import type { Profile, UserRow } from '@concert/contracts/auth/users';
import type { UserId } from '@concert/contracts/core/ids';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { withChange, effectiveRole, type User } from './user.ts';
import type { MongoUsers } from './mongo-users.ts';

/** What people may change of their own account. */
const OWN_FIELDS = ['name', 'address', 'phone', 'note', 'skills', 'availability'] as const;
type OwnFields = Omit<Pick<User, (typeof OWN_FIELDS)[number]>, 'name'> & { readonly name?: string | undefined };

/** A user's own fields, and nothing of what signing in needs. */
export function profileOf(user: User, adminEmailKey: string | undefined): Profile {
  const { id, name, email, address, phone, note, skills, availability } = user;
  return { id, name, email, address, phone, note, skills, availability, role: effectiveRole(user, adminEmailKey) };
}

/** A user as the list shows it. */
export function rowOf(user: User, adminEmailKey: string | undefined): UserRow {
  return { ...profileOf(user, adminEmailKey), verified: user.emailVerifiedAt !== null, createdAt: user.createdAt.toISOString() };
}

/** Shows and saves what a person may see and change of their own account. */
export class OwnProfile {
  constructor(
    private readonly users: MongoUsers,
    private readonly transactions: Transactions,
    private readonly adminEmailKey: string | undefined,
  ) {}

  /** @throws DomainError `request.session_required` when the account is gone */
  async show(userId: UserId): Promise<Profile> {
    return profileOf(await this.own(this.users.byId(userId)), this.adminEmailKey);
  }

  /**
   * @param given the name may be left out, and stays then
   * @throws DomainError `request.session_required` when the account is gone
   */
  async save(userId: UserId, given: OwnFields): Promise<Profile> {
    const user = await this.transactions.run(async (transaction) => {
      const before = await this.own(this.users.byId(userId, transaction));
      const fields = { ...given, name: given.name ?? before.name };
      if (OWN_FIELDS.every((name) => before[name] === fields[name])) return before;
      const after = withChange(before, fields);
      await this.users.replace(after, transaction);
      return after;
    });
    return profileOf(user, this.adminEmailKey);
  }

  private async own(found: Promise<User | undefined>): Promise<User> {
    const user = await found;
    if (!user) throw new DomainError('request.session_required');
    return user;
  }
}
