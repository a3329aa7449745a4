import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/clock';
import { effectiveRole } from '../users/user.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import { alive } from './session.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/**
 * Who is behind a cookie. Read from the account each time, so that a changed role, a changed address or an ended session takes effect with
 * the next request.
 */
export class ResolveSession {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly adminEmailKey: string | undefined,
  ) {}

  async resolve(secret: string): Promise<Identity | null> {
    const found = await this.sessions.withUser(this.secrets.hash(secret));
    if (!found || !alive(found.session, found.user, this.clock.now())) return null;
    const { session, user } = found;
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
