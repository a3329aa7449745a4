import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { PasskeyRule } from '../passkeys/passkey-rule.ts';
import type { OpenedSession, OpenSession } from './open-session.ts';

/** Checks again who is signed in. A new session takes the place of the one that asked, so that a secret stolen before gains nothing. */
export class ConfirmPassword {
  constructor(
    private readonly users: MongoUsers,
    private readonly passwords: Argon2Passwords,
    private readonly throttle: LoginThrottle,
    private readonly rule: PasskeyRule,
    private readonly openSession: OpenSession,
  ) {}

  /**
   * Throttled like sign-in: an open browser must not be a place to guess passwords.
   * @throws DomainError `auth.credentials_refused`, `auth.too_many_attempts`, `auth.passkey_demanded` of whom a password is not enough
   */
  async confirm(who: Identity, password: string, source: string): Promise<OpenedSession> {
    if (this.rule.needs(who.role)) throw new DomainError('auth.passkey_demanded');
    const admission = await this.throttle.admit(emailKey(who.email), source);
    const user = await this.users.byId(who.userId);
    const right = await this.passwords.matches(password, user?.passwordHash ?? null);
    if (!user || !right) throw new DomainError('auth.credentials_refused', { detail: 'The password is not right' });
    await admission.succeeded(user.createdAt);
    return this.openSession.open(user, who);
  }
}
