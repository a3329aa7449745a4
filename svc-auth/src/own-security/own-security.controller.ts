import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Inject, Res } from '@nestjs/common';
import { sendSessionSecret, clearSession, type ReplyHeaders } from '../sessions/session-headers.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { OwnSessions } from '../sessions/own-sessions.ts';
import { ChangePassword } from './change-password.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class OwnSecurityController {
  constructor(
    private readonly changePassword: ChangePassword,
    private readonly ownSessions: OwnSessions,
    @Inject(MongoSessions) private readonly sessions: MongoSessions,
  ) {}

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
