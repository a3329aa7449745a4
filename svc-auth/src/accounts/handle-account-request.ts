import { SIGN_IN_CODE_SECONDS } from '@concert/contracts/auth/account-rules';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { RequestMail } from '../links/request-mail.ts';
import { withChange, newUser, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { AccountRequest } from './account-request.ts';
import type { MongoAccountRequests } from './mongo-account-requests.ts';

const ROUNDS = 3;

/** Looks up whether an address has an account, and does what was requested. Nobody waits for it. */
export class HandleAccountRequest {
  constructor(
    private readonly requests: MongoAccountRequests,
    private readonly users: MongoUsers,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Harmless when the request was handled before, also at the same moment. */
  async handle(request: AccountRequest): Promise<void> {
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
    if (request.kind === 'sign-up') return this.signUp(request, user, transaction);
    if (request.kind === 'sign-in-code') return this.signInCode(request, user, transaction);
    if (!user) return;
    const { nav, spent } = request;
    if (request.kind === 'password-reset') return this.requestMail.request('password-reset', user, transaction, { spent });
    if (user.emailVerifiedAt) return this.requestMail.request('account-exists', user, transaction);
    return this.requestMail.request('verification', user, transaction, { nav, spent });
  }

  /** Whoever has no account gets one, which is theirs once they prove the address. */
  private async signInCode(
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

  private async signUp(
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
