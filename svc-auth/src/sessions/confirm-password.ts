import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Passwords } from '../passwords/passwords.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/** Checks again who is signed in; the session counts as freshly signed in from now. */
export class ConfirmPassword {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly throttle: LoginThrottle,
    private readonly clock: Clock,
  ) {}

  /**
   * Throttled like sign-in: an open browser must not be a place to guess passwords.
   * @throws DomainError `auth.credentials_refused`, `auth.too_many_attempts`
   */
  async confirm(who: Identity, password: string, source: string): Promise<void> {
    const admission = await this.throttle.admit(emailKey(who.email), source);
    const user = await this.users.byId(who.userId);
    if (!(await this.passwords.matches(password, user?.passwordHash ?? null)))
      throw new DomainError('auth.credentials_refused', { detail: 'The password is not right' });
    await admission.succeeded();
    await this.sessions.proveAgain(who.sessionId, this.clock.now());
  }
}
