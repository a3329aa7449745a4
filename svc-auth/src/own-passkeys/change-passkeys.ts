import { type CreationOptions, type Registration, PASSKEYS_MAX } from '@concert/contracts/auth/passkeys';
import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { Identity } from '@concert/contracts/core/identity';
import { roleIncludes } from '@concert/contracts/core/roles';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError, isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { PasskeyId } from '@concert/contracts/core/ids';
import type { RequestMail } from '../links/request-mail.ts';
import { AuthenticatorError, type WebAuthnAuthenticators } from '../passkeys/web-authn-authenticators.ts';
import type { Challenges } from '../passkeys/challenges.ts';
import { creationOptions } from '../passkeys/options.ts';
import type { Passkey } from '../passkeys/passkey.ts';
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import { withChange } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { PasskeyRule } from '../passkeys/passkey-rule.ts';

/** A new passkey, and the whole session that a restricted one became by it. */
export interface AddedPasskey {
  readonly passkey: Passkey;
  readonly opened: OpenedSession | undefined;
}

/** Registers and forgets passkeys of the signed-in person. */
export class ChangePasskeys {
  constructor(
    private readonly passkeys: MongoPasskeys,
    private readonly users: MongoUsers,
    private readonly challenges: Challenges,
    private readonly authenticators: WebAuthnAuthenticators,
    private readonly openSession: OpenSession,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
    private readonly publicOrigin: string,
    private readonly rule: PasskeyRule,
  ) {}

  /** @throws DomainError `auth.too_many_passkeys`, `request.passkey_required`, `auth.too_many_attempts` */
  async begin(who: Identity, source: string): Promise<CreationOptions> {
    const [user, own] = await Promise.all([this.users.byId(who.userId), this.passkeys.ofUser(who.userId)]);
    if (!user) throw new DomainError('request.session_required');
    assertPlace(own, who);
    return creationOptions(new URL(this.publicOrigin).hostname, user, own, await this.challenges.give('registration', who, source));
  }

  /** @throws DomainError `auth.passkey_refused`, `auth.too_many_passkeys`, `request.passkey_required` */
  async add(who: Identity, name: string, registration: Registration): Promise<AddedPasskey> {
    const made = await this.made(who, registration);
    const now = this.clock.now();
    const passkey: Passkey = { id: this.ids.next('passkey'), userId: who.userId, name, ...made, createdAt: now, lastUsedAt: null };
    const user = await this.transactions
      .run(async (transaction) => {
        const before = await this.users.byId(who.userId, transaction);
        if (!before) throw new DomainError('request.session_required');
        assertPlace(await this.passkeys.ofUser(who.userId, transaction), who);
        // Two that are registered at one moment meet at the account, so that each sees the other: only one can be the first.
        const after = withChange(before, {});
        await this.users.replace(after, transaction);
        await this.passkeys.add(passkey, transaction);
        await this.requestMail.request('passkey-added', after, transaction);
        if (roleIncludes(who.role, 'organiser'))
          await this.outbox.recordAct(transaction, authActRecordedV1, who.userId, after.version, who.userId, {
            act: 'passkey.added',
            subject: { kind: 'passkey', id: passkey.id },
          });
        return after;
      })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? new DomainError('auth.passkey_refused', { cause: error }) : error;
      });
    this.log.info('a passkey was added', { userId: who.userId, outcome: 'passkey_added' });
    // Who waited for a first passkey and made it has proven two things: what they signed in with, and the authenticator.
    return { passkey, opened: who.awaitsPasskey ? await this.openSession.open(user, who, { signedInAt: now, passkeyAt: now }) : undefined };
  }

  private async made(who: Identity, registration: Registration) {
    const challenge = this.authenticators.challengeIn(registration);
    if (challenge === undefined || !(await this.challenges.take(challenge, 'registration', who)))
      throw new DomainError('auth.passkey_refused');
    return this.authenticators.made(registration, challenge).catch((error: unknown) => {
      if (!(error instanceof AuthenticatorError)) throw error;
      this.log.warn('a passkey was not registered', { outcome: 'passkey_refused' }, error);
      throw new DomainError('auth.passkey_refused', { cause: error });
    });
  }

  /**
   * Who may not be without keeps the last one: else the next sign-in, also a stranger's with the password, would register a new one.
   * @throws DomainError `auth.passkey_not_found`, `auth.last_passkey`
   */
  async remove(who: Identity, passkeyId: PasskeyId): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const before = await this.users.byId(who.userId, transaction);
      const own = await this.passkeys.ofUser(who.userId, transaction);
      if (!before || !own.some(({ id }) => id === passkeyId)) throw new DomainError('auth.passkey_not_found');
      if (own.length === 1 && this.rule.needs(who.role)) throw new DomainError('auth.last_passkey');
      // Two that are removed at one moment meet at the account, so that one of them is seen to be the last.
      const after = withChange(before, {});
      await this.users.replace(after, transaction);
      await this.passkeys.remove(passkeyId, transaction);
      if (!roleIncludes(who.role, 'organiser')) return;
      await this.outbox.recordAct(transaction, authActRecordedV1, who.userId, after.version, who.userId, {
        act: 'passkey.removed',
        subject: { kind: 'passkey', id: passkeyId },
      });
    });
  }
}

/** A restricted session registers the first passkey of an account and no other: whoever has one uses it. */
function assertPlace(own: readonly Passkey[], who: Identity): void {
  if (who.awaitsPasskey && own.length > 0) throw new DomainError('request.passkey_required');
  if (own.length >= PASSKEYS_MAX) throw new DomainError('auth.too_many_passkeys');
}
