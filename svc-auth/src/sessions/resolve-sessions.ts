import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/clock';
import type { PasskeyRule } from '../passkeys/passkey-rule.ts';
import { effectiveRole } from '../users/user.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import { alive, waitedTooLong } from './session.ts';
import type { SessionOfUser, SessionsRepository } from './sessions.repository.ts';

/**
 * Who is behind cookies. Read from the accounts each time, so that a changed role, a changed address or an ended session takes effect with
 * the next request.
 */
export class ResolveSessions {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly secrets: Secrets,
    private readonly rule: PasskeyRule,
    private readonly clock: Clock,
    private readonly adminEmailKey: string | undefined,
  ) {}

  /** For each secret, in order, who it stands for; null for one that stands for nobody. */
  async resolve(secrets: readonly string[]): Promise<(Identity | null)[]> {
    const hashes = secrets.map((secret) => this.secrets.hash(secret));
    const found = await this.sessions.withUsers([...new Set(hashes)]);
    const now = this.clock.now();
    return hashes.map((hash) => {
      const one = found.get(hash);
      return one && alive(one.session, one.user, now) ? this.identityOf(one, now) : null;
    });
  }

  /** Whether a session is restricted is decided each time too, so that a role or a setting that demands a passkey counts at once. */
  private identityOf({ session, user }: SessionOfUser, now: Date): Identity | null {
    const role = effectiveRole(user, this.adminEmailKey);
    const restricted = this.rule.needs(role) && !session.passkeyAt;
    if (restricted && waitedTooLong(session, now)) return null;
    return {
      userId: user.id,
      email: user.email,
      name: user.name,
      role,
      sessionId: session.id,
      signedInAt: session.signedInAt.toISOString(),
      ...(restricted ? { awaitsPasskey: true } : {}),
    };
  }
}
