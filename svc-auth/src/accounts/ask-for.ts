import { SIGN_IN_CODE_SECONDS } from '@concert/contracts/auth/account-rules';
import { emailKey } from '@concert/contracts/core/fields';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import { assertStrong } from '../passwords/assert-strong.ts';
import type { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { AccountRequest } from './account-request.ts';
import type { MongoAccountRequests } from './mongo-account-requests.ts';
import type { HandleAccountRequest } from './handle-account-request.ts';
import type { MailBudget, RequestKind, MailRequest } from '../mail-budget/mail-budget.ts';

/** A request older than this was left unhandled by a process that ended, in milliseconds. */
const LEFT_BEHIND_MS = 5_000;
const MAX_AT_ONCE = 50;

/** For which address, and where its person was going. */
interface Asked {
  readonly email: string;
  readonly nav?: string | undefined;
}

/**
 * Takes what strangers request for an address. Nothing looks at whether the address has an account before the answer is given: a request is
 * stored, answered, and handled afterwards. So the answer tells nothing, neither by its words nor by its time, and what was promised is
 * done.
 */
export class AskFor {
  constructor(
    private readonly requests: MongoAccountRequests,
    private readonly handleRequest: HandleAccountRequest,
    private readonly budget: MailBudget,
    private readonly passwords: Argon2Passwords,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @throws DomainError `auth.password_too_weak`, `auth.too_many_attempts` */
  async signUp(asked: Asked & { readonly name?: string; readonly password: string }, source: string): Promise<void> {
    assertStrong(asked.password, asked.email);
    const spent = await this.spend('sign-up', asked, source);
    await this.keep('sign-up', asked, { spent, name: asked.name ?? null, passwordHash: await this.passwords.hash(asked.password) });
  }

  /** @throws DomainError `auth.too_many_attempts` */
  async mail(kind: 'verification' | 'password-reset', asked: Asked, source: string): Promise<void> {
    await this.keep(kind, asked, { spent: await this.spend(kind, asked, source) });
  }

  /**
   * @param asked with the secret of a browser that asked before or made one: every code that is mailed for it works there
   * @returns the secret that ties the code to the browser that asked, and when the code ends
   * @throws DomainError `auth.too_many_attempts`
   */
  async signInCode(
    asked: Asked & { readonly request?: string | undefined },
    source: string,
  ): Promise<{ readonly request: string; readonly expiresAt: Date }> {
    const request = asked.request ?? this.secrets.next();
    const requestHash = this.secrets.hash(request);
    const spent = await this.spend('sign-in-code', asked, source, { requestHash });
    const { createdAt } = await this.keep('sign-in-code', asked, { spent, requestHash });
    return { request, expiresAt: new Date(createdAt.getTime() + SIGN_IN_CODE_SECONDS * 1_000) };
  }

  /** Handles requests that were answered by a process which ended before it could handle them. */
  async handleLeftBehind(): Promise<void> {
    for (const request of await this.requests.waitingSince(new Date(this.clock.now().getTime() - LEFT_BEHIND_MS), MAX_AT_ONCE))
      await this.handleRequest.handle(request);
  }

  private spend(kind: RequestKind, { email }: Asked, source: string, of: Pick<MailRequest, 'requestHash'> = {}): Promise<string[]> {
    return this.budget.spend({ kind, emailKey: emailKey(email), source, ...of });
  }

  private async keep(
    kind: RequestKind,
    { email, nav }: Asked,
    of: Pick<AccountRequest, 'spent'> & Partial<Pick<AccountRequest, 'name' | 'passwordHash' | 'requestHash'>>,
  ): Promise<AccountRequest> {
    const request: AccountRequest = {
      id: this.secrets.next(),
      kind,
      email,
      emailKey: emailKey(email),
      nav: nav ?? null,
      name: null,
      passwordHash: null,
      requestHash: null,
      ...of,
      createdAt: this.clock.now(),
    };
    await this.requests.add(request);
    this.handleRequest
      .handle(request)
      .catch((error: unknown) => this.log.warn('a request about an account waits for its second try', { kind }, error));
    return request;
  }
}
