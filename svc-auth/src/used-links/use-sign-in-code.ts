import { CODE_TRIES } from '@concert/contracts/auth/account-rules';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import { isUsable, wasJustUsed, type Link } from '../links/link.ts';
import type { HmacLinkTokens } from '../links/link-tokens.codec.ts';
import type { MongoLinks } from '../links/mongo-links.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import type { User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { EnterByMail } from './enter-by-mail.ts';

/** Signs in with the code of a mail. */
export class UseSignInCode {
  constructor(
    private readonly links: MongoLinks,
    private readonly users: MongoUsers,
    private readonly tokens: HmacLinkTokens,
    private readonly secrets: Secrets,
    private readonly throttle: LoginThrottle,
    private readonly enterByMail: EnterByMail,
    private readonly openSession: OpenSession,
    private readonly clock: Clock,
  ) {}

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
    const owner = open[0] && (await this.ownerOf(open[0]));
    if (!owner) throw spent(asked[0]);
    const admission = await this.throttle.admit(`code ${owner.emailKey}`, source);
    const tried = this.secrets.hash(`${request} ${code}`);
    const tries = await Promise.all(open.map(({ id }) => this.links.tryCode(id, tried, CODE_TRIES)));
    const link = open.find((one, at) => tries[at] !== undefined && this.codeOf(one) === code);
    if (!link) throw refusedAfter(Math.min(...tries.map((made) => made ?? CODE_TRIES)));
    await admission.succeeded(owner.createdAt);
    const secret = this.tokens.sessionSecretOf(request, link.id);
    const opened = (await this.enterByMail.enter(link, before, source, secret)) ?? (await this.openSession.again(secret));
    if (!opened) throw spent(link);
    return opened;
  }

  private codeOf({ id, tokenHash }: Link): string | undefined {
    const token = this.tokens.tokensOf('sign-in-code', id).find((one) => this.secrets.hash(one) === tokenHash);
    return token && this.tokens.codeOf(token);
  }

  private async ownerOf(link: Link): Promise<User | undefined> {
    return wasJustUsed(link, this.clock.now()) ? this.users.byId(link.userId) : this.enterByMail.ownerOf(link);
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
