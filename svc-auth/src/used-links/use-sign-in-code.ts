import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { CODE_TRIES } from '@concert/contracts/auth/account-rules';
import { DomainError } from '@concert/service-kit/process/errors';
import { isUsable, LINKS_ENDED_BY_PASSWORD_CHANGE, type Link, wasJustUsed } from '../links/link.ts';
import type { MongoLinks } from '../links/mongo-links.ts';
import type { MailBudget } from '../mail-budget/mail-budget.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import { NEVER_PROVEN } from '../sessions/session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import { claimedUser, provesByMailAlone, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { HmacLinkTokens } from '../links/link-tokens.codec.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';

/** Signs in whoever reads the mails of an account, by the code or the link of one mail. */
export class UseSignInCode {
  constructor(
    private readonly links: MongoLinks,
    private readonly users: MongoUsers,
    private readonly sessions: MongoSessions,
    private readonly openSession: OpenSession,
    private readonly throttle: LoginThrottle,
    private readonly budget: MailBudget,
    private readonly clock: Clock,
    private readonly tokens: HmacLinkTokens,
    private readonly secrets: Secrets,
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

  /** When the latest mail that a browser asked for was used, by its code or by its link. @param request the secret of that browser */
  async usedAt(request: string): Promise<Date | null> {
    const [latest] = await this.links.byRequestHash(this.secrets.hash(request));
    return latest?.usedAt ?? null;
  }

  /**
   * Each code that this browser asked for works, in whichever order the mails come. A try counts before it is looked at, so that many at once
   * count as many: for each of them, and for the address and the network as a password does. They count apart from passwords: whoever guesses
   * those does not keep the owner from using a code. The browser that used a code has its answer again for a minute, with the same session,
   * because the first one may have been lost; what was typed before counts as no further try.
   * @param request the secret that the browser got which asked for the code
   * @param before the session the browser came with
   * @param source where the request comes from
   * @throws DomainError `auth.code_refused`, `auth.code_spent`, `auth.too_many_attempts`, `auth.sign_in_link_needed`
   */
  async use(request: string, code: string, before: Identity | undefined, source: string): Promise<OpenedSession> {
    const asked = await this.links.byRequestHash(this.secrets.hash(request));
    const now = this.clock.now();
    // One try is at the codes of one account, whatever a browser asked for besides.
    const open = asked.filter((one) => one.userId === asked[0]?.userId && (isUsable(one, now) || wasJustUsed(one, now)));
    const owner = open[0] && (await this.ownerOfCode(open[0]));
    if (!owner) throw spent(asked[0]);
    const admission = await this.throttle.admit(`code ${owner.emailKey}`, source);
    const tried = this.secrets.hash(`${request} ${code}`);
    const tries = await Promise.all(open.map(({ id }) => this.links.tryCode(id, tried, CODE_TRIES)));
    const link = open.find((one, at) => tries[at] !== undefined && this.codeOf(one) === code);
    if (!link) throw refusedAfter(Math.min(...tries.map((made) => made ?? CODE_TRIES)));
    await admission.succeeded(owner.createdAt);
    const secret = this.tokens.sessionSecretOf(request, link.id);
    const opened = (await this.enter(link, before, source, secret)) ?? (await this.openSession.again(secret));
    if (!opened) throw spent(link);
    return opened;
  }

  private codeOf({ id, tokenHash }: Link): string | undefined {
    const token = this.tokens.tokensOf('sign-in-code', id).find((one) => this.secrets.hash(one) === tokenHash);
    return token && this.tokens.codeOf(token);
  }

  private async ownerOfCode(link: Link): Promise<User | undefined> {
    return wasJustUsed(link, this.clock.now()) ? this.users.byId(link.userId) : this.ownerOf(link);
  }
}

/** Who used the link of the same mail, maybe on another device, needs no code to get on there. */
function spent(link: Link | undefined): DomainError {
  const detail = 'This email has already signed you in, by its code or its link. To sign in here as well, ask for another code.';
  return new DomainError('auth.code_spent', link?.usedAt ? { detail } : {});
}

function refusedAfter(tries: number): DomainError {
  const left = CODE_TRIES - tries;
  if (left === 0) return new DomainError('auth.code_spent');
  const words = left === 1 ? '1 try is left' : `${left} tries are left`;
  return new DomainError('auth.code_refused', { detail: `This is not the code in the email. ${words}.` });
}
