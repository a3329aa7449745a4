import { authRoutes } from '@concert/contracts/auth/http';
import {
  type Assertion,
  type CreationOptions,
  type Registration,
  type RequestOptions,
  PASSKEYS_MAX,
} from '@concert/contracts/auth/passkeys';
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
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { PasskeyRule } from '../passkeys/passkey-rule.ts';
import type { SecurityEvents } from '@concert/service-kit/identity/security-events';
import { creationOptions, requestOptions, userHandleOf } from '../passkeys/options.ts';
import { isCloned, type Passkey, type PasskeyUse } from '../passkeys/passkey.ts';
import { withChange, type User } from '../users/user.ts';

/** A new passkey, and the whole session that a restricted one became by it. */
export interface AddedPasskey {
  readonly passkey: Passkey;
  readonly opened: OpenedSession | undefined;
}

/**
 * The passkeys of a person. One signs in, completes a sign-in that waits for one, and proves again who is signed in, each time by a new
 * session; who is signed in registers and forgets them.
 */
export class OwnPasskeys {
  constructor(
    private readonly passkeys: MongoPasskeys,
    private readonly users: MongoUsers,
    private readonly challenges: Challenges,
    private readonly authenticators: WebAuthnAuthenticators,
    private readonly openSession: OpenSession,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
    private readonly publicOrigin: string,
    private readonly rule: PasskeyRule,
  ) {}

  /**
   * @param who the signed-in person, whose own passkeys are then named
   * @throws DomainError `auth.no_passkeys`, `auth.too_many_attempts`
   */
  async beginProof(who: Identity | undefined, source: string): Promise<RequestOptions> {
    const own = who ? await this.passkeys.ofUser(who.userId) : [];
    if (who && own.length === 0) throw new DomainError('auth.no_passkeys');
    return requestOptions(new URL(this.publicOrigin).hostname, own, await this.challenges.give('proof', who, source));
  }

  /**
   * Whatever does not hold is refused alike, and its challenge is used up. A passkey whose counter did not grow is let in, and its owner is
   * told by mail: password managers count anew when they move one.
   * @param who the session the browser came with; it ends
   * @param source where the request comes from
   * @throws DomainError `auth.passkey_refused`
   */
  async prove(assertion: Assertion, who: Identity | undefined, source: string): Promise<OpenedSession> {
    const user = await this.ownerOf(assertion, who, source);
    if (!user) throw new DomainError('auth.passkey_refused');
    const now = this.clock.now();
    return this.openSession.open(user, who, { signedInAt: now, passkeyAt: now });
  }

  private async ownerOf(assertion: Assertion, who: Identity | undefined, source: string): Promise<User | undefined> {
    const challenge = this.authenticators.challengeIn(assertion);
    const given = challenge === undefined ? undefined : await this.challenges.take(challenge, 'proof', who);
    if (challenge === undefined || !given) return this.refused('challenge');
    const passkey = await this.passkeys.byCredentialId(assertion.id);
    if (!passkey) return this.refused('unknown');
    const { userHandle } = assertion.response;
    if (given.userId !== null && given.userId !== passkey.userId) return this.refused('other_person');
    if (userHandle && userHandle !== userHandleOf(passkey.userId)) return this.refused('other_person');
    const user = await this.users.byId(passkey.userId);
    if (!user?.emailVerifiedAt) return this.refused('unverified');
    try {
      const use = await this.authenticators.used(assertion, challenge, passkey);
      return (await this.note(passkey, use, user, source)) ? user : this.refused('at_once');
    } catch (error) {
      if (!(error instanceof AuthenticatorError)) throw error;
      return this.refused('authenticator', error);
    }
  }

  /** @returns false when the passkey was used or removed meanwhile */
  private async note(passkey: Passkey, use: PasskeyUse, user: User, source: string): Promise<boolean> {
    const moved = isCloned(passkey, use);
    const noted = await this.transactions.run(async (transaction) => {
      if (!(await this.passkeys.used(passkey.id, passkey.counter, use, this.clock.now(), transaction))) return false;
      if (moved) await this.requestMail.request('passkey-moved', user, transaction);
      return true;
    });
    const { method, path: route } = authRoutes.provePasskey;
    if (noted && moved) this.events.note('passkey_moved', { method, route, source, userId: user.id });
    return noted;
  }

  private refused(reason: string, error?: AuthenticatorError): undefined {
    this.log.info('a passkey was refused', { outcome: 'passkey_refused', reason });
    if (error) this.log.warn('what an authenticator brought does not hold', { reason }, error);
    return undefined;
  }

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
