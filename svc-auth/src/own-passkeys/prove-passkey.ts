import type { Assertion, RequestOptions } from '@concert/contracts/auth/passkeys';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Log } from '@concert/service-kit/log';
import { AuthenticatorError, type Authenticators } from '../passkeys/authenticators.ts';
import type { Challenges } from '../passkeys/challenges.ts';
import { requestOptions, userHandleOf } from '../passkeys/options.ts';
import type { Passkey } from '../passkeys/passkey.ts';
import type { PasskeysRepository } from '../passkeys/passkeys.repository.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import type { UsersRepository } from '../users/users.repository.ts';

/** Signs in with a passkey, completes a sign-in that waits for one, and proves again who is signed in: each time by a new session. */
export class ProvePasskey {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly users: UsersRepository,
    private readonly challenges: Challenges,
    private readonly authenticators: Authenticators,
    private readonly openSession: OpenSession,
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
   * Whatever does not hold is refused alike, and its challenge is used up.
   * @param who the session the browser came with; it ends
   * @throws DomainError `auth.passkey_refused`
   */
  async prove(assertion: Assertion, who: Identity | undefined): Promise<OpenedSession> {
    const passkey = await this.used(assertion, who);
    const user = passkey && (await this.users.byId(passkey.userId));
    if (!user?.emailVerifiedAt) throw new DomainError('auth.passkey_refused');
    const now = this.clock.now();
    return this.openSession.open(user, who, { signedInAt: now, passkeyAt: now });
  }

  private async used(assertion: Assertion, who: Identity | undefined): Promise<Passkey | undefined> {
    const challenge = this.authenticators.challengeIn(assertion);
    const given = challenge === undefined ? undefined : await this.challenges.take(challenge, 'proof', who);
    if (challenge === undefined || !given) return this.refused('challenge');
    const passkey = await this.passkeys.byCredentialId(assertion.id);
    if (!passkey) return this.refused('unknown');
    const { userHandle } = assertion.response;
    if (given.userId !== null && given.userId !== passkey.userId) return this.refused('other_person');
    if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId)) return this.refused('other_person');
    try {
      const use = await this.authenticators.used(assertion, challenge, passkey);
      return (await this.passkeys.used(passkey.id, passkey.counter, use, this.clock.now())) ? passkey : this.refused('at_once');
    } catch (error) {
      if (!(error instanceof AuthenticatorError)) throw error;
      return this.refused('authenticator', error);
    }
  }

  private refused(reason: string, error?: AuthenticatorError): undefined {
    this.log.info('a passkey was refused', { outcome: 'passkey_refused', reason });
    if (error) this.log.warn('what an authenticator brought does not hold', { reason }, error);
    return undefined;
  }
}
