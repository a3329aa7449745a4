import { emailKey } from '@concert/contracts/core/fields';
import type { UsersRepository } from '../users/users.repository.ts';
import type { ChangeRole } from './change-role.ts';

/** Makes an admin of somebody from the machine itself, where there is no admin yet who could. */
export class AppointAdmin {
  constructor(
    private readonly users: UsersRepository,
    private readonly changeRole: ChangeRole,
  ) {}

  /** @returns what came of it; only a proven address becomes one */
  async appoint(email: string): Promise<'made' | 'already' | 'unknown' | 'unverified'> {
    const user = await this.users.byEmailKey(emailKey(email));
    if (!user) return 'unknown';
    if (!user.emailVerifiedAt) return 'unverified';
    if (user.role === 'admin') return 'already';
    await this.changeRole.change(user.id, 'admin', 'operator');
    return 'made';
  }
}
