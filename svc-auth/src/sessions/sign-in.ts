import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { OpenedSession, OpenSession } from './open-session.ts';
import type { PasskeyRule } from '../passkeys/passkey-rule.ts';

/** Signs in by address and password, and confirms by the password who is signed in. */
export class SignIn {
  constructor(
    private readonly users: MongoUsers,
    private readonly passwords: Argon2Passwords,
    private readonly throttle: LoginThrottle,
    private readonly openSession: OpenSession,
    private readonly rule: PasskeyRule,
  ) {}

  /**
   * A wrong password and an unknown address are refused alike, with the same words and the same work. Only somebody who knows the password
   * learns that the address is not verified yet.
   * @param source where the request comes from
   * @param before the session the browser came with
   * @throws DomainError `auth.credentials_refused`, `auth.email_unverified`, `auth.too_many_attempts`
   */
  async signIn(email: string, password: string, source: string, before: Identity | undefined): Promise<OpenedSession> {
    const key = emailKey(email);
    const admission = await this.throttle.admit(key, source);
    const user = await this.users.byEmailKey(key);
    const right = await this.passwords.matches(password, user?.passwordHash ?? null);
    if (!user || !right) throw new DomainError('auth.credentials_refused');
    await admission.succeeded(user.createdAt);
    if (!user.emailVerifiedAt) throw new DomainError('auth.email_unverified');
    if (!user.passwordProven && user.passwordHash !== null) await this.users.provePassword(user.id, user.passwordHash);
    return this.openSession.open(user, before);
  }

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
