import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Inject, Res } from '@nestjs/common';
import { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';
import { SignIn } from './sign-in.ts';
import { ChangePassword } from './change-password.ts';
import { OpenSession } from './open-session.ts';
import { ResolveSessions } from './resolve-sessions.ts';
import { sendSessionSecret, signedIn, clearSession, type ReplyHeaders } from './session-headers.ts';
import { MongoSessions } from './mongo-sessions.ts';
import { OwnSessions } from './own-sessions.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class SessionsController {
  constructor(
    private readonly signIn: SignIn,
    private readonly changePassword: ChangePassword,
    private readonly ownSessions: OwnSessions,
    private readonly resolveSessions: ResolveSessions,
    private readonly openSession: OpenSession,
    @Inject(MongoSessions) private readonly sessions: MongoSessions,
    @Inject(MongoHelperLinks) private readonly helpers: MongoHelperLinks,
  ) {}

  @Handles(authRoutes.signIn)
  async signInWithPassword({ body, who, source }: In['signIn'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['signIn']> {
    return signedIn(head, await this.signIn.signIn(body.email, body.password, source, who));
  }

  @Handles(authRoutes.signOut)
  async signOut({ who }: In['signOut'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<void> {
    if (who?.helperUntil) await this.helpers.end(who.userId);
    else if (who) await this.sessions.end(who.sessionId);
    clearSession(head);
  }

  @Handles(authRoutes.signOutEverywhere)
  async signOutOnEveryDevice({ who }: In['signOutEverywhere'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<void> {
    await this.ownSessions.signOut(who.userId);
    clearSession(head);
  }

  @Handles(authRoutes.confirmPassword)
  async confirm(
    { body, who, source }: In['confirmPassword'],
    @Res({ passthrough: true }) head: ReplyHeaders,
  ): Promise<Out['confirmPassword']> {
    sendSessionSecret(head, await this.signIn.confirm(who, body.password, source));
    return { message: 'Password confirmed' };
  }

  @Handles(authRoutes.showSession)
  async showSession({ who }: In['showSession']): Promise<Out['showSession']> {
    if (who?.awaitsPasskey) return { session: null, awaits: await this.openSession.stepOf({ id: who.userId }) };
    return { session: who ? { userId: who.userId, email: who.email, name: who.name, role: who.role } : null };
  }

  @Handles(authRoutes.resolveSessions)
  async resolve({ body }: In['resolveSessions']): Promise<Out['resolveSessions']> {
    return { identities: await this.resolveSessions.resolve(body.secrets) };
  }

  @Handles(authRoutes.changePassword)
  async change(
    { body, who, source }: In['changePassword'],
    @Res({ passthrough: true }) head: ReplyHeaders,
  ): Promise<Out['changePassword']> {
    sendSessionSecret(head, await this.changePassword.change(who, body.current, body.password, source));
    return { message: 'Your password was changed' };
  }

  @Handles(authRoutes.listSessions)
  async list({ who }: In['listSessions']): Promise<Out['listSessions']> {
    return { sessions: await this.ownSessions.list(who) };
  }

  @Handles(authRoutes.endSession)
  async end({ params, who }: In['endSession'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<void> {
    await this.sessions.endOf(who.userId, params.sessionId);
    if (params.sessionId === who.sessionId) clearSession(head);
  }

  @Handles(authRoutes.endOtherSessions)
  async endOthers({ who }: In['endOtherSessions'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<void> {
    sendSessionSecret(head, await this.ownSessions.signOutOthers(who));
  }
}
