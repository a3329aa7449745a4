import { emailKey } from '@concert/contracts/core/fields';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { ChangeRole } from './change-role.ts';

/** Makes somebody an admin from the command line, when no admin exists who could. */
export class AppointAdmin {
  constructor(
    private readonly users: MongoUsers,
    private readonly changeRole: ChangeRole,
  ) {}

  /** @returns what came of it; only an account with a proven address becomes an admin */
  async appoint(email: string): Promise<'made' | 'already' | 'unknown' | 'unverified'> {
    const user = await this.users.byEmailKey(emailKey(email));
    if (!user) return 'unknown';
    if (!user.emailVerifiedAt) return 'unverified';
    if (user.role === 'admin') return 'already';
    await this.changeRole.change(user.id, 'admin', 'operator');
    return 'made';
  }
}
