import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { MailBudget } from '../mail-budget/mail-budget.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import type { SignIn } from '../sessions/sign-in.ts';
import { withChange, type User, endEverySession } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import { isUsable, type Link, LINKS_ENDED_BY_PASSWORD_CHANGE } from '../links/link.ts';
import type { MongoLinks } from '../links/mongo-links.ts';
import { assertStrong } from '../passwords/password-rules.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';

/** Proves an address by the secret of a mail and a password, and chooses a password with such a secret. */
export class UsePasswordLinks {
  constructor(
    private readonly links: MongoLinks,
    private readonly users: MongoUsers,
    private readonly passwords: Argon2Passwords,
    private readonly throttle: LoginThrottle,
    private readonly budget: MailBudget,
    private readonly signIn: SignIn,
    private readonly openSession: OpenSession,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly sessions: MongoSessions,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Anybody can sign up somebody else's address, and its owner may open that mail. So the reader of the mail has to know the password that
   * takes effect: the one of the sign-up that caused this mail or, when the mail was requested again, the account's. Somebody who does not
   * know it chooses one with the same link ({@link set}). The link that verified an account may be opened again: then it signs in.
   * @param source where the request comes from: wrong passwords are throttled as at sign-in
   * @param before the session the browser came with
   * @throws DomainError `auth.link_expired`, `auth.credentials_refused` and `auth.too_many_attempts` (the link can be used again then)
   */
  async verify(token: string, password: string, source: string, before: Identity | undefined): Promise<OpenedSession> {
    const tokenHash = this.secrets.hash(token);
    const found = await this.find(tokenHash);
    if (!found.link) return this.signIn.signIn(found.user.email, password, source, before);
    const passwordHash = found.link.passwordHash ?? found.user.passwordHash;
    const admission = await this.throttle.admit(found.user.emailKey, source);
    if (passwordHash === null || !(await this.passwords.matches(password, passwordHash))) {
      throw new DomainError('auth.credentials_refused', { detail: 'This is not the password that was chosen at sign-up' });
    }
    await admission.succeeded(found.user.createdAt);
    const opened = await this.openSession.openBy(async (transaction) => {
      const { link, user } = await this.find(tokenHash, transaction);
      return link && { user: await this.prove({ link, user }, passwordHash, transaction) };
    }, before);
    if (opened) await this.budget.giveBack(found.link.spent);
    return opened ?? this.signIn.signIn(found.user.email, password, source, before);
  }

  /** Without the link where the account is verified already and nothing is left to do. */
  private async find(tokenHash: string, transaction?: ClientSession): Promise<{ readonly link?: Link; readonly user: User }> {
    const link = await this.links.byTokenHash(tokenHash, transaction);
    const user = link && (await this.users.byId(link.userId, transaction));
    if (!link || !user || link.kind !== 'verification') throw new DomainError('auth.link_expired');
    const usable = isUsable(link, this.clock.now());
    if (user.emailVerifiedAt && (link.usedAt || usable)) return { user };
    if (!usable) throw new DomainError('auth.link_expired');
    return { link, user };
  }

  private async prove(
    { link, user }: { readonly link: Link; readonly user: User },
    passwordHash: string,
    transaction: ClientSession,
  ): Promise<User> {
    const now = this.clock.now();
    if (!(await this.links.use(link.id, now, transaction))) throw new DomainError('auth.link_expired');
    const verified = withChange(user, { emailVerifiedAt: now, passwordHash, passwordProven: true, name: link.name ?? user.name });
    await this.users.replace(verified, transaction);
    await this.links.endAllOf(user.id, ['verification'], transaction);
    this.log.info('an address was verified', { userId: user.id, outcome: 'verified' });
    return verified;
  }

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
