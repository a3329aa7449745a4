import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { LINKS_ENDED_BY_PASSWORD_CHANGE } from '../links/link.ts';
import type { MongoLinks } from '../links/mongo-links.ts';
import type { RequestMail } from '../links/request-mail.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { assertStrong } from '../passwords/password-rules.ts';
import type { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import type { OpenedSession, OpenSession } from './open-session.ts';
import type { MongoSessions } from './mongo-sessions.ts';
import { withChange, endEverySession, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** Changes the password of somebody who is signed in. */
export class ChangePassword {
  constructor(
    private readonly users: MongoUsers,
    private readonly links: MongoLinks,
    private readonly sessions: MongoSessions,
    private readonly passwords: Argon2Passwords,
    private readonly throttle: LoginThrottle,
    private readonly openSession: OpenSession,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  /**
   * The present password is asked for, so that an open browser is not enough to take an account over, and throttled like a sign-in. Whoever
   * knew it is signed out everywhere; the owner is told by mail.
   * @param source where the request comes from
   * @throws DomainError `auth.credentials_refused`, also of an account without a password, `auth.password_too_weak`,
   *   `auth.too_many_attempts`, `auth.sign_in_link_needed`
   */
  async change(who: Identity, current: string, password: string, source: string): Promise<OpenedSession> {
    const admission = await this.throttle.admit(emailKey(who.email), source);
    const known = await this.users.byId(who.userId);
    const right = await this.passwords.matches(current, known?.passwordHash ?? null);
    if (!known || !right) throw refused();
    await admission.succeeded(known.createdAt);
    assertStrong(password, known.email);
    const user = await this.store(known, await this.passwords.hash(password));
    this.log.info('a password was changed', { userId: user.id, outcome: 'password_changed' });
    return this.openSession.openLast(user, who);
  }

  /** @throws DomainError `auth.credentials_refused` when the password was changed meanwhile */
  private async store(known: User, passwordHash: string): Promise<User> {
    return this.transactions.run(async (transaction) => {
      const user = await this.users.byId(known.id, transaction);
      if (user?.passwordHash !== known.passwordHash) throw refused();
      const after = withChange(user, { ...endEverySession(user), passwordHash, passwordProven: true });
      await this.users.replace(after, transaction);
      await this.sessions.endAllOf(user.id, transaction);
      await this.links.endAllOf(user.id, LINKS_ENDED_BY_PASSWORD_CHANGE, transaction);
      await this.requestMail.request('password-changed', after, transaction);
      return after;
    });
  }
}

const refused = () => new DomainError('auth.credentials_refused', { detail: 'The password is not right' });
