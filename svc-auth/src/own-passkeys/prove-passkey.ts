import { authRoutes } from '@concert/contracts/auth/http';
import type { Assertion, RequestOptions } from '@concert/contracts/auth/passkeys';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { SecurityEvents } from '@concert/service-kit/identity/security-events';
import type { RequestMail } from '../links/request-mail.ts';
import { AuthenticatorError, type WebAuthnAuthenticators } from '../passkeys/web-authn-authenticators.ts';
import type { Challenges } from '../passkeys/challenges.ts';
import { requestOptions, userHandleOf } from '../passkeys/options.ts';
import { isCloned, type Passkey, type PasskeyUse } from '../passkeys/passkey.ts';
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import type { User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** Signs in with a passkey, completes a sign-in that waits for one, and proves again who is signed in: each time by a new session. */
export class ProvePasskey {
  constructor(
    private readonly passkeys: MongoPasskeys,
    private readonly users: MongoUsers,
    private readonly challenges: Challenges,
    private readonly authenticators: WebAuthnAuthenticators,
    private readonly openSession: OpenSession,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly publicOrigin: string,
  ) {}

  /**
   * @param who the signed-in person, whose own passkeys are then named
   * @throws DomainError `auth.no_passkeys`, `auth.too_many_attempts`
   */
  async begin(who: Identity | undefined, source: string): Promise<RequestOptions> {
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
}
