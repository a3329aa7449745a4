import type { PasskeyStep, SessionView } from '@concert/contracts/auth/session-view';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { NoteLogin } from '../login-places/note-login.ts';
import type { PasskeyRule } from '../passkeys/passkey-rule.ts';
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { currentDevice, currentSource } from './devices.ts';
import { effectiveRole, type User } from '../users/user.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import { newSession, RESTRICTED_SECONDS, type SignInProof } from './session.ts';
import type { SessionRule } from './session-rule.ts';
import type { MongoSessions } from './mongo-sessions.ts';

/** A new session, with the secret for its cookie: the only time it is seen. */
export interface OpenedSession {
  readonly secret: string;
  readonly lifetimeSeconds: number;
  readonly view: SessionView;
  /** What the session waits for before it counts for anything else. */
  readonly awaits: PasskeyStep | undefined;
}

/** Somebody who has just proven who they are. */
export interface Proven {
  readonly user: User;
  /** By a password just now, unless said otherwise. */
  readonly proof?: SignInProof | undefined;
}

/** Opens sessions for people who have just proven who they are. */
export class OpenSession {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly passkeys: MongoPasskeys,
    private readonly rule: PasskeyRule,
    private readonly sessionRule: SessionRule,
    private readonly transactions: Transactions,
    private readonly secrets: Secrets,
    private readonly noteLogin: NoteLogin,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
    private readonly settings: { readonly lifetimeSeconds: number; readonly adminEmailKey: string | undefined },
  ) {}

  /**
   * @param user as it was when the proof was checked: if all its sessions were ended since, this one is invalid from the start
   * @param before the session the browser came with: it ends, so that none planted beforehand lives on
   * @param proof how the person showed who they are; by a password just now, unless said otherwise
   */
  async open(user: User, before: Identity | undefined, proof?: SignInProof): Promise<OpenedSession> {
    return (await this.openBy(() => Promise.resolve({ user, proof }), before))!;
  }

  /**
   * Opens a session in the transaction that uses up what signs in: after a fault between the two, the code of a mail would be spent and
   * nobody signed in.
   * @param prove who proved who they are, in the transaction, perhaps several times; undefined where nobody did
   * @param before as for {@link open}
   * @param secret of the new session, where it is not a new one
   * @returns undefined where nobody proved who they are
   */
  async openBy(
    prove: (transaction: ClientSession) => Promise<Proven | undefined>,
    before: Identity | undefined,
    secret = this.secrets.next(),
  ): Promise<OpenedSession | undefined> {
    const { lifetimeSeconds } = this.settings;
    const opened = await this.transactions.run(async (transaction) => {
      const proven = await prove(transaction);
      if (!proven) return undefined;
      const { user } = proven;
      const now = this.clock.now();
      const proof = proven.proof ?? { signedInAt: now, passkeyAt: null };
      const session = newSession(this.ids.next('session'), user, now, lifetimeSeconds, proof, currentDevice());
      if (before) await this.sessions.end(before.sessionId, transaction);
      await this.sessions.add(session, this.secrets.hash(secret), transaction);
      const role = effectiveRole(user, this.settings.adminEmailKey);
      const awaits = this.rule.needs(role) && !session.passkeyAt ? await this.stepOf(user) : undefined;
      return { user, session, awaits };
    });
    if (!opened) return undefined;
    const { user, session, awaits } = opened;
    const source = currentSource();
    if (source) void this.noteLogin.note(user, source, session.device);
    this.log.info('signed in', { userId: user.id, outcome: awaits ? 'awaits_passkey' : 'signed_in' });
    return this.opened(secret, user, awaits);
  }

  /** The session that this secret opened, once more, because the answer may have been lost; undefined where there is none, or it has ended. */
  async again(secret: string): Promise<OpenedSession | undefined> {
    const hash = this.secrets.hash(secret);
    const found = (await this.sessions.withUsers([hash])).get(hash);
    const state = found ? this.sessionRule.stateOf(found.session, found.user, this.clock.now()) : 'ended';
    if (!found || state === 'ended') return undefined;
    return this.opened(secret, found.user, state === 'restricted' ? await this.stepOf(found.user) : undefined);
  }

  private opened(secret: string, user: User, awaits: PasskeyStep | undefined): OpenedSession {
    return {
      secret,
      lifetimeSeconds: awaits ? RESTRICTED_SECONDS : this.settings.lifetimeSeconds,
      view: { userId: user.id, email: user.email, name: user.name, role: effectiveRole(user, this.settings.adminEmailKey) },
      awaits,
    };
  }

  /**
   * The only session that is left to somebody, with a new secret. It proves nothing new: it is as fresh as the one it takes over from.
   * @param user after every session of theirs was ended
   * @param who the session that asked; not a restricted one, so of whom a passkey is demanded, it was used
   */
  async openLast(user: User, who: Identity): Promise<OpenedSession> {
    const signedInAt = new Date(who.signedInAt);
    return this.open(user, undefined, { signedInAt, passkeyAt: this.rule.needs(who.role) ? signedInAt : null });
  }

  /** Which of the two ways out of a restricted session is open to a person. */
  async stepOf({ id }: Pick<User, 'id'>): Promise<PasskeyStep> {
    return (await this.passkeys.ofUser(id)).length > 0 ? 'passkey' : 'first-passkey';
  }
}
