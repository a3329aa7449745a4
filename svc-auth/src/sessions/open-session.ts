import type { Identity } from '@concert/contracts/core/identity';
import type { Clock, Ids } from '@concert/service-kit/clock';
import type { Log } from '@concert/service-kit/log';
import type { Transactions } from '@concert/service-kit/mongo';
import { effectiveRole, type User } from '../users/user.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import { newSession } from './session.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/** A new session, with the secret for its cookie: the only time it is seen. */
export interface OpenedSession {
  readonly secret: string;
  readonly lifetimeSeconds: number;
  readonly view: { readonly userId: User['id']; readonly email: string; readonly name: string; readonly role: Identity['role'] };
}

/** Opens sessions for people who have just proven who they are. */
export class OpenSession {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly transactions: Transactions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
    private readonly settings: { readonly lifetimeSeconds: number; readonly adminEmailKey: string | undefined },
  ) {}

  /**
   * @param user as it was when the proof was checked: if all its sessions were ended since, this one is invalid from the start
   * @param before the session the browser came with: it ends, so that none planted beforehand lives on
   * @param signedInAt when the person proved who they are, if that was earlier
   */
  async open(user: User, before: Identity | undefined, signedInAt?: Date): Promise<OpenedSession> {
    const secret = this.secrets.next();
    const session = newSession(this.ids.next('session'), user, this.clock.now(), this.settings.lifetimeSeconds, signedInAt);
    await this.transactions.run(async (transaction) => {
      if (before) await this.sessions.end(before.sessionId, transaction);
      await this.sessions.add(session, this.secrets.hash(secret), transaction);
    });
    this.log.info('signed in', { userId: user.id, outcome: 'signed_in' });
    return {
      secret,
      lifetimeSeconds: this.settings.lifetimeSeconds,
      view: { userId: user.id, email: user.email, name: user.name, role: effectiveRole(user, this.settings.adminEmailKey) },
    };
  }
}
