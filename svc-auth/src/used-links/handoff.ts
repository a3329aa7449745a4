import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import type { SessionRule } from '../sessions/session-rule.ts';
import { NEVER_PROVEN } from '../sessions/session.ts';
import type { PasskeyRule } from '../passkeys/passkey-rule.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import { isUsable, newLink, type Link } from '../links/link.ts';
import type { MongoLinks } from '../links/mongo-links.ts';
import type { UseSignInCode } from './use-sign-in-code.ts';

/** A code that carries a session to another place. */
export interface HandoffCode {
  readonly token: string;
  readonly expiresAt: Date;
}

const REFERENCE_LENGTH = 24;
/** The links of mails beside which a password is typed. */
const OF_PASSWORDS: ReadonlySet<Link['kind']> = new Set(['verification', 'password-reset']);

/** Makes codes that sign the same person in once more elsewhere, and redeems them and the links of sign-in codes. */
export class SessionHandoff {
  constructor(
    private readonly links: MongoLinks,
    private readonly users: MongoUsers,
    private readonly sessions: MongoSessions,
    private readonly sessionRule: SessionRule,
    private readonly openSession: OpenSession,
    private readonly secrets: Secrets,
    private readonly rule: PasskeyRule,
    private readonly ofMails: UseSignInCode,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `request.session_required` when the account is gone */
  async make(who: Identity): Promise<HandoffCode> {
    const user = await this.users.byId(who.userId);
    if (!user) throw new DomainError('request.session_required');
    const token = this.secrets.next();
    const link = newLink(this.secrets.next().slice(0, REFERENCE_LENGTH), 'handoff', user.id, this.secrets.hash(token), this.clock.now(), {
      signedInAt: new Date(who.signedInAt),
      // A restricted session does not come here: of whom a passkey is demanded, it was used.
      passkeyAt: this.rule.needs(who.role) ? new Date(who.signedInAt) : null,
      sessionId: who.sessionId,
      sessionEpoch: user.sessionEpoch,
    });
    await this.links.add(link);
    return { token, expiresAt: link.expiresAt };
  }

  /**
   * The address of the account that a code or link signs in to, or whose password is typed or chosen with it; it is not used up.
   * @throws DomainError `auth.link_expired` when it could not be redeemed
   */
  async whose(token: string): Promise<string> {
    const link = await this.links.byTokenHash(this.secrets.hash(token));
    const choosing = link && OF_PASSWORDS.has(link.kind) && link.expiresAt > this.clock.now();
    const owner = choosing && (await this.users.byId(link.userId));
    return (owner || (await this.find(token)).user).email;
  }

  /**
   * The session of a handoff code counts as signed in since the person last proved who they are, because carrying it on proves nothing new.
   * @throws DomainError `auth.link_expired`, also when that session, or all of the person, were ended meanwhile
   */
  async take(token: string, before: Identity | undefined, source: string): Promise<OpenedSession> {
    const { link, user } = await this.find(token);
    if (link.kind === 'sign-in-code') {
      const opened = await this.ofMails.enter(link, before, source);
      if (!opened) throw new DomainError('auth.link_expired');
      return opened;
    }
    const proof = { signedInAt: link.signedInAt ?? NEVER_PROVEN, passkeyAt: link.passkeyAt };
    const opened = await this.openSession.openBy(async (transaction) => {
      const isOpen = link.sessionId !== null && (await this.sessions.hold(link.sessionId, this.clock.now(), transaction));
      return isOpen && (await this.links.use(link.id, this.clock.now(), transaction)) ? { user, proof } : undefined;
    }, before);
    if (!opened) throw new DomainError('auth.link_expired');
    return opened;
  }

  private async find(token: string): Promise<{ readonly link: Link; readonly user: User }> {
    const link = await this.links.byTokenHash(this.secrets.hash(token));
    const user = link && (link.kind === 'handoff' ? await this.carriedOn(link) : await this.ofMails.ownerOf(link));
    if (!link || !user) throw new DomainError('auth.link_expired');
    return { link, user };
  }

  private async carriedOn(link: Link): Promise<User | undefined> {
    if (!isUsable(link, this.clock.now())) return undefined;
    const user = await this.users.byId(link.userId);
    const session = user && (await this.sessions.ofUser(user.id)).find(({ id }) => id === link.sessionId);
    if (!session || user.sessionEpoch !== link.sessionEpoch) return undefined;
    return this.sessionRule.stateOf(session, user, this.clock.now()) === 'whole' ? user : undefined;
  }
}
