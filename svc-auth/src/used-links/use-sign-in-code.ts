import { CODE_TRIES } from '@concert/contracts/auth/account-rules';
import type { Identity } from '@concert/contracts/core/identity';
import { DomainError } from '@concert/service-kit/process/errors';
import type { LinkTokens } from '../links/link-tokens.codec.ts';
import type { LinksRepository } from '../links/links.repository.ts';
import type { LoginThrottle } from '../login-throttle/login-throttle.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { OpenedSession } from '../sessions/open-session.ts';
import type { EnterByMail } from './enter-by-mail.ts';

/** Signs in with the code of a mail. */
export class UseSignInCode {
  constructor(
    private readonly links: LinksRepository,
    private readonly tokens: LinkTokens,
    private readonly secrets: Secrets,
    private readonly throttle: LoginThrottle,
    private readonly enterByMail: EnterByMail,
  ) {}

  /**
   * A try counts before it is looked at, so that many at once count as many: for its code, and for the address and the network as a password
   * does. They count apart from passwords: whoever guesses those does not keep the owner from using a code.
   * @param request the secret that the browser got which asked for the code
   * @param before the session the browser came with
   * @param source where the request comes from
   * @throws DomainError `auth.code_refused`, `auth.code_spent`, `auth.too_many_attempts`, `auth.sign_in_link_needed`
   */
  async use(request: string, code: string, before: Identity | undefined, source: string): Promise<OpenedSession> {
    const link = await this.links.byRequestHash(this.secrets.hash(request));
    const owner = link && (await this.enterByMail.ownerOf(link));
    if (!link || !owner) throw new DomainError('auth.code_spent');
    const admission = await this.throttle.admit(`code ${owner.emailKey}`, source);
    const tries = await this.links.tryCode(link.id, CODE_TRIES);
    if (tries === undefined) throw new DomainError('auth.code_spent');
    const token = this.tokens.tokensOf('sign-in-code', link.id).find((one) => this.secrets.hash(one) === link.tokenHash);
    if (token === undefined || this.tokens.codeOf(token) !== code) throw refusedAfter(tries);
    await admission.succeeded();
    const opened = await this.enterByMail.enter(link, before, source);
    if (!opened) throw new DomainError('auth.code_spent');
    return opened;
  }
}

function refusedAfter(tries: number): DomainError {
  const left = CODE_TRIES - tries;
  if (left === 0) return new DomainError('auth.code_spent');
  const words = left === 1 ? '1 try is left' : `${left} tries are left`;
  return new DomainError('auth.code_refused', { detail: `This is not the code in the mail. ${words}.` });
}
