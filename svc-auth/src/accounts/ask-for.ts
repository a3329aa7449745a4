import { SIGN_IN_CODE_SECONDS } from '@concert/contracts/auth/account-rules';
import { emailKey } from '@concert/contracts/core/fields';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import { assertStrong } from '../passwords/password-rules.ts';
import type { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { AccountRequest } from './account-request.ts';
import type { MongoAccountRequests } from './mongo-account-requests.ts';
import type { MailBudget, RequestKind, MailRequest } from '../mail-budget/mail-budget.ts';
import type { RequestMail } from '../links/request-mail.ts';
import { withChange, newUser, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** A request older than this was left unhandled by a process that ended, in milliseconds. */
const LEFT_BEHIND_MS = 5_000;
const MAX_AT_ONCE = 50;
/** Two sign-ups for one address at a moment: the second look finds the account of the first. */
const ROUNDS = 3;

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
    private readonly budget: MailBudget,
    private readonly passwords: Argon2Passwords,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly users: MongoUsers,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly ids: Ids,
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
      await this.handle(request);
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
    this.handle(request).catch((error: unknown) => this.log.warn('a request about an account waits for its second try', { kind }, error));
    return request;
  }

  /** Looks up whether the address has an account, and does what was requested. Harmless when it was done before, also at the same moment. */
  private async handle(request: AccountRequest): Promise<void> {
    for (let round = 1; ; round += 1) {
      try {
        await this.transactions.run(async (transaction) => {
          if (await this.requests.take(request.id, transaction)) await this.effect(request, transaction);
        });
        return;
      } catch (error) {
        // Another sign-up created the account meanwhile; the next look finds it.
        if (!isDuplicateKey(error) || round === ROUNDS) throw error;
      }
    }
  }

  private async effect(request: AccountRequest, transaction: ClientSession): Promise<void> {
    const user = await this.users.byEmailKey(request.emailKey, transaction);
    if (request.kind === 'sign-up') return this.makeAccount(request, user, transaction);
    if (request.kind === 'sign-in-code') return this.mailSignInCode(request, user, transaction);
    if (!user) return;
    const { nav, spent } = request;
    if (request.kind === 'password-reset') return this.requestMail.request('password-reset', user, transaction, { spent });
    if (user.emailVerifiedAt) return this.requestMail.request('account-exists', user, transaction);
    return this.requestMail.request('verification', user, transaction, { nav, spent });
  }

  /** Whoever has no account gets one, which is theirs once they prove the address. */
  private async mailSignInCode(
    { email, emailKey, nav, requestHash, spent, createdAt }: AccountRequest,
    known: User | undefined,
    transaction: ClientSession,
  ): Promise<void> {
    const user = known ?? newUser(this.ids.next('user'), { email, emailKey, name: '', passwordHash: null }, this.clock.now());
    if (!known) await this.users.add(user, transaction);
    return this.requestMail.request('sign-in-code', user, transaction, {
      sessionEpoch: user.sessionEpoch,
      nav,
      requestHash,
      spent,
      // As the browser was told.
      expiresAt: new Date(createdAt.getTime() + SIGN_IN_CODE_SECONDS * 1_000),
    });
  }

  private async makeAccount(
    { email, emailKey, name, passwordHash, nav, spent }: AccountRequest,
    known: User | undefined,
    transaction: ClientSession,
  ): Promise<void> {
    if (known?.emailVerifiedAt) return this.requestMail.request('account-exists', known, transaction);
    const user = known
      ? withChange(known, { passwordHash, passwordProven: false, name: name ?? known.name })
      : newUser(this.ids.next('user'), { email, emailKey, name: name ?? '', passwordHash }, this.clock.now());
    await (known ? this.users.replace(user, transaction) : this.users.add(user, transaction));
    return this.requestMail.request('verification', user, transaction, { passwordHash, name: user.name, nav, spent });
  }
}
