import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { assertStrong } from '../passwords/assert-strong.ts';
import type { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import type { MailBudget } from '../mail-budget/mail-budget.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { withChange, endEverySession, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import { LINKS_ENDED_BY_PASSWORD_CHANGE, isUsable, type Link } from '../links/link.ts';
import type { MongoLinks } from '../links/mongo-links.ts';

/** Chooses a password with the secret of a mail. */
export class SetPassword {
  constructor(
    private readonly links: MongoLinks,
    private readonly users: MongoUsers,
    private readonly sessions: MongoSessions,
    private readonly passwords: Argon2Passwords,
    private readonly throttle: LoginThrottle,
    private readonly budget: MailBudget,
    private readonly transactions: Transactions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * The holder of the secret reads the mails of the address, so the address is proven as well. Every session ends, and every other link.
   * The link of a verification works too, as long as there is something to verify: somebody who did not choose the password that waits
   * there, or no longer knows it, chooses one.
   * @param source where the request comes from: the owner is let in from there at once
   * @throws DomainError `auth.link_expired`, `auth.password_too_weak` (the link can be used again then)
   */
  async set(token: string, password: string, source: string): Promise<void> {
    const tokenHash = this.secrets.hash(token);
    const offered = await this.links.byTokenHash(tokenHash);
    const owner = offered && (await this.users.byId(offered.userId));
    if (!offered || !owner || !choosesFor(offered, owner, this.clock.now())) throw new DomainError('auth.link_expired');
    assertStrong(password, owner.email);
    const passwordHash = await this.passwords.hash(password);
    // Before the link is used up: after a fault it would be spent, and its owner kept waiting.
    await this.throttle.forgive(owner.emailKey, source);
    await this.transactions.run(async (transaction) => {
      const now = this.clock.now();
      const user = await this.users.byId(offered.userId, transaction);
      if (!user || !choosesFor(offered, user, now) || !(await this.links.use(offered.id, now, transaction)))
        throw new DomainError('auth.link_expired');
      const next = withChange(user, {
        ...endEverySession(user),
        passwordHash,
        passwordProven: true,
        emailVerifiedAt: user.emailVerifiedAt ?? now,
        name: offered.name ?? user.name,
      });
      await this.users.replace(next, transaction);
      await this.sessions.endAllOf(user.id, transaction);
      await this.links.endAllOf(user.id, LINKS_ENDED_BY_PASSWORD_CHANGE, transaction);
    });
    await this.budget.giveBack(offered.spent);
    this.log.info('a password was set', { userId: owner.id, outcome: 'password_set' });
  }
}

/** Whether a link lets its holder choose a password for an account. */
function choosesFor(link: Link, user: User, now: Date): boolean {
  return isUsable(link, now) && (link.kind === 'password-reset' || (link.kind === 'verification' && !user.emailVerifiedAt));
}
