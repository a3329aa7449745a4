import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock, Ids } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Log } from '@concert/service-kit/log';
import type { Transactions } from '@concert/service-kit/mongo';
import type { Passwords } from '../passwords/passwords.ts';
import type { SlowDown } from '../slowing/slow-down.ts';
import { effectiveRole, type User } from '../users/user.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import type { Secrets } from './secrets.codec.ts';
import { beginning } from './session.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/** A session that has just begun, with the secret for its cookie: the only time anybody sees it. */
export interface OpenedSession {
  readonly secret: string;
  readonly lifetimeSeconds: number;
  readonly view: { readonly userId: User['id']; readonly email: string; readonly name: string; readonly role: Identity['role'] };
}

/** Signs in with email and password. */
export class SignIn {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly slowDown: SlowDown,
    private readonly transactions: Transactions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
    private readonly settings: { readonly lifetimeSeconds: number; readonly adminEmailKey: string | undefined },
  ) {}

  /**
   * A wrong password and an unknown address are refused alike, in words and in work. Only who knows the password learns
   * that the address is not verified yet.
   * @param source where the request comes from
   * @param before the session the browser came with: it ends, so that none planted beforehand lives on
   * @throws DomainError `auth.credentials_refused`, `auth.email_unverified`, `auth.too_many_attempts`
   */
  async signIn(email: string, password: string, source: string, before: Identity | undefined): Promise<OpenedSession> {
    const key = emailKey(email);
    const admission = await this.slowDown.admit(key, source);
    const user = await this.users.byEmailKey(key);
    const right = await this.passwords.matches(password, user?.passwordHash ?? null);
    if (!user || !right) {
      this.log.info('a sign-in was refused', { outcome: 'credentials_refused' });
      throw new DomainError('auth.credentials_refused');
    }
    await admission.succeeded();
    if (!user.emailVerifiedAt) throw new DomainError('auth.email_unverified');
    return this.open(user, before);
  }

  private async open(user: User, before: Identity | undefined): Promise<OpenedSession> {
    const secret = this.secrets.next();
    const session = beginning(this.ids.next('session'), user.id, this.clock.now(), this.settings.lifetimeSeconds);
    await this.transactions.run(async (transaction) => {
      if (before) await this.sessions.end(before.sessionId, transaction);
      await this.sessions.add(session, this.secrets.hash(secret), transaction);
    });
    this.log.info('signed in', { userId: user.id, outcome: 'signed_in' });
    return {
      secret,
      lifetimeSeconds: this.settings.lifetimeSeconds,
      view: { userId: user.id, email: user.email, name: user.name, role: effectiveRole(user, this.settings.adminEmailKey) },
    };
  }
}
