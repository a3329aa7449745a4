import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { isUsable, LINKS_ENDED_BY_PASSWORD_CHANGE, type Link } from '../links/link.ts';
import type { MongoLinks } from '../links/mongo-links.ts';
import type { MailBudget } from '../mail-budget/mail-budget.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import { NEVER_PROVEN } from '../sessions/session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import { claimedUser, provesByMailAlone, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** Signs in whoever reads the mails of an account, by the code or the link of one mail. */
export class EnterByMail {
  constructor(
    private readonly links: MongoLinks,
    private readonly users: MongoUsers,
    private readonly sessions: MongoSessions,
    private readonly openSession: OpenSession,
    private readonly throttle: LoginThrottle,
    private readonly budget: MailBudget,
    private readonly clock: Clock,
  ) {}

  /** The account that a code or link of before still signs in to; undefined where it does not. */
  async ownerOf(link: Link, transaction?: ClientSession): Promise<User | undefined> {
    if (link.kind !== 'sign-in-code' || !isUsable(link, this.clock.now())) return undefined;
    const user = await this.users.byId(link.userId, transaction);
    return user?.sessionEpoch === link.sessionEpoch ? user : undefined;
  }

  /**
   * Uses up what was mailed and proves the address, where that was not done before. It proves no more than who reads the mails: acts that ask
   * who somebody is ask again, but of those who could show no more. From here the account's password is taken again. Every other code and link
   * of such a mail ends, whoever asked for it.
   * @param before the session the browser came with
   * @param source where the request comes from
   * @param secret of the new session, where it is not a new one
   * @returns undefined when the mail signs in no more, also when all sessions of the person were ended meanwhile
   */
  async enter(link: Link, before: Identity | undefined, source: string, secret?: string): Promise<OpenedSession | undefined> {
    const reader = await this.ownerOf(link);
    if (!reader) return undefined;
    await this.throttle.forgive(reader.emailKey, source);
    const asked = link.requestHash === null ? [link] : await this.links.byRequestHash(link.requestHash);
    const ofBrowser = asked.filter(({ userId, usedAt }) => userId === link.userId && usedAt === null);
    const opened = await this.openSession.openBy(
      async (transaction) => {
        const owner = await this.ownerOf(link, transaction);
        if (!owner || !(await this.links.use(link.id, this.clock.now(), transaction))) return undefined;
        const user = owner.emailVerifiedAt ? owner : await this.claim(owner, transaction);
        await this.links.endAllOf(user.id, ['sign-in-code'], transaction);
        return { user, proof: { signedInAt: provesByMailAlone(user) ? this.clock.now() : NEVER_PROVEN, passkeyAt: null } };
      },
      before,
      secret,
    );
    if (opened) await this.giveBack(ofBrowser, reader);
    return opened;
  }

  /** Whoever proved an address counts no longer with their neighbours, nor do the mails that strangers asked for, which have ended. */
  private async giveBack(used: readonly Link[], { emailKey }: User): Promise<void> {
    for (const { spent } of used) await this.budget.giveBack(spent);
    await this.budget.forgetStrangers('sign-in-code', emailKey);
  }

  private async claim(user: User, transaction: ClientSession): Promise<User> {
    const own = claimedUser(user, this.clock.now());
    await this.users.replace(own, transaction);
    await this.sessions.endAllOf(user.id, transaction);
    await this.links.endAllOf(user.id, LINKS_ENDED_BY_PASSWORD_CHANGE, transaction);
    return own;
  }
}
