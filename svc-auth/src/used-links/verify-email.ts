import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Passwords } from '../passwords/passwords.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { withChange, type User } from '../users/user.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import { isUsable, type Link } from '../links/link.ts';
import type { LinksRepository } from '../links/links.repository.ts';

/** Proves an address with the secret of its mail and the password of its account. */
export class VerifyEmail {
  constructor(
    private readonly links: LinksRepository,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly throttle: LoginThrottle,
    private readonly transactions: Transactions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Anybody can sign up somebody else's address, and its owner may open that mail. So the reader of the mail has to know the password that
   * takes effect: the one of the sign-up that caused this mail or, when the mail was requested again, the account's. Somebody who does not
   * know it chooses one with the same link (`SetPassword`). The link that verified an account may be opened again.
   * @param source where the request comes from: wrong passwords are throttled as at sign-in
   * @returns `already` when there was nothing left to do
   * @throws DomainError `auth.link_expired`, `auth.credentials_refused` and `auth.too_many_attempts` (the link can be used again then)
   */
  async verify(token: string, password: string, source: string): Promise<'verified' | 'already'> {
    const tokenHash = this.secrets.hash(token);
    const found = await this.find(tokenHash);
    if (found === 'already') return found;
    const passwordHash = found.link.passwordHash ?? found.user.passwordHash;
    const admission = await this.throttle.admit(found.user.emailKey, source);
    if (passwordHash === null || !(await this.passwords.matches(password, passwordHash))) {
      throw new DomainError('auth.credentials_refused', { detail: 'This is not the password that was chosen at sign-up' });
    }
    await admission.succeeded();
    return this.transactions.run(async (transaction) => {
      const now = await this.find(tokenHash, transaction);
      return now === 'already' ? now : this.prove(now, passwordHash, transaction);
    });
  }

  private async find(tokenHash: string, transaction?: ClientSession): Promise<{ readonly link: Link; readonly user: User } | 'already'> {
    const link = await this.links.byTokenHash(tokenHash, transaction);
    const user = link && (await this.users.byId(link.userId, transaction));
    if (!link || !user || link.kind !== 'verification') throw new DomainError('auth.link_expired');
    const usable = isUsable(link, this.clock.now());
    if (user.emailVerifiedAt && (link.usedAt || usable)) return 'already';
    if (!usable) throw new DomainError('auth.link_expired');
    return { link, user };
  }

  private async prove(
    { link, user }: { readonly link: Link; readonly user: User },
    passwordHash: string,
    transaction: ClientSession,
  ): Promise<'verified'> {
    const now = this.clock.now();
    if (!(await this.links.use(link.id, now, transaction))) throw new DomainError('auth.link_expired');
    const verified = withChange(user, { emailVerifiedAt: now, passwordHash, passwordProven: true, name: link.name ?? user.name });
    await this.users.replace(verified, transaction);
    await this.links.endAllOf(user.id, ['verification'], transaction);
    this.log.info('an address was verified', { userId: user.id, outcome: 'verified' });
    return 'verified';
  }
}
