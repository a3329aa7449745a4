import type { RecoveryView } from '@concert/contracts/auth/passkeys';
import type { User } from '../users/user.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import type { RecoveriesRepository } from './recoveries.repository.ts';
import type { Recovery } from './recovery.ts';

/** More than an admin can look at; a site has a few organisers. */
const MAX_SHOWN = 200;

/** A recovery as admins see it. */
export function viewOf({ userId, dueAt }: Recovery, user: Pick<User, 'name' | 'email'> | undefined, askedBy: string): RecoveryView {
  return { userId, name: user?.name ?? '', email: user?.email ?? '', askedBy, dueAt: dueAt.toISOString() };
}

/** Lists the recoveries that wait for their time. */
export class ShowRecoveries {
  constructor(
    private readonly recoveries: RecoveriesRepository,
    private readonly users: UsersRepository,
  ) {}

  async show(): Promise<RecoveryView[]> {
    const open = await this.recoveries.list(MAX_SHOWN);
    const people = await this.users.byIds([...new Set(open.flatMap(({ userId, askedBy }) => [userId, askedBy]))]);
    const byId = new Map(people.map((user) => [user.id, user]));
    return open.map((recovery) => viewOf(recovery, byId.get(recovery.userId), byId.get(recovery.askedBy)?.email ?? ''));
  }
}
