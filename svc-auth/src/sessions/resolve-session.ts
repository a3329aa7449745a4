import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/clock';
import { effectiveRole } from '../users/user.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import { secretHash } from './session-secret.ts';
import { alive } from './session.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/**
 * Who stands behind a cookie. Read from the account each time, so that a changed role, a changed address or an ended
 * session counts with the next request.
 */
export class ResolveSession {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly clock: Clock,
    private readonly adminEmailKey: string | undefined,
  ) {}

  async resolve(secret: string): Promise<Identity | null> {
    const session = await this.sessions.bySecretHash(secretHash(secret));
    if (!session || !alive(session, this.clock.now())) return null;
    const user = await this.users.byId(session.userId);
    if (!user?.emailVerifiedAt) return null;
    return {
      userId: user.id,
      email: user.email,
      name: user.name,
      role: effectiveRole(user, this.adminEmailKey),
      sessionId: session.id,
      signedInAt: session.signedInAt.toISOString(),
    };
  }
}
