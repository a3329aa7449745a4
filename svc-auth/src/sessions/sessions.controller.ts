import { authRoutes } from '@concert/contracts/auth/http';
import { CLIENT_ADDRESS_HEADER, type Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller, Headers, Inject, Res } from '@nestjs/common';
import { ConfirmPassword } from './confirm-password.ts';
import { ResolveSession } from './resolve-session.ts';
import { handOver, takeAway, tellingPauses, type Head } from './session-headers.ts';
import { SESSIONS, type SessionsRepository } from './sessions.repository.ts';
import { SignIn } from './sign-in.ts';
import { SignOutEverywhere } from './sign-out-everywhere.ts';

type Routes = typeof authRoutes;

@Controller()
export class SessionsController {
  constructor(
    private readonly signIn: SignIn,
    private readonly confirmPassword: ConfirmPassword,
    private readonly signOutEverywhere: SignOutEverywhere,
    private readonly resolveSession: ResolveSession,
    @Inject(SESSIONS) private readonly sessions: SessionsRepository,
  ) {}

  @Handles(authRoutes.signIn)
  async signInWithPassword(
    @Call() call: CallOf<Routes['signIn']>,
    @Who() who: Identity | undefined,
    @Headers(CLIENT_ADDRESS_HEADER) source = 'unknown',
    @Res({ passthrough: true }) head: Head,
  ): Promise<AnswerOf<Routes['signIn']>> {
    const opened = await tellingPauses(head, this.signIn.signIn(call.body.email, call.body.password, source, who));
    handOver(head, opened);
    return { session: opened.view, message: 'Sign in successful' };
  }

  @Handles(authRoutes.signOut)
  async signOut(@Who() who: Identity | undefined, @Res({ passthrough: true }) head: Head): Promise<void> {
    if (who) await this.sessions.end(who.sessionId);
    takeAway(head);
  }

  @Handles(authRoutes.signOutEverywhere)
  async signOutOnEveryDevice(@Who() who: Identity, @Res({ passthrough: true }) head: Head): Promise<void> {
    await this.signOutEverywhere.signOut(who.userId);
    takeAway(head);
  }

  @Handles(authRoutes.confirmPassword)
  async confirm(
    @Call() call: CallOf<Routes['confirmPassword']>,
    @Who() who: Identity,
    @Headers(CLIENT_ADDRESS_HEADER) source = 'unknown',
    @Res({ passthrough: true }) head: Head,
  ): Promise<AnswerOf<Routes['confirmPassword']>> {
    await tellingPauses(head, this.confirmPassword.confirm(who, call.body.password, source));
    return { message: 'Password confirmed' };
  }

  @Handles(authRoutes.showSession)
  showSession(@Who() who: Identity | undefined): AnswerOf<Routes['showSession']> {
    return { session: who ? { userId: who.userId, email: who.email, name: who.name, role: who.role } : null };
  }

  @Handles(authRoutes.resolveSession)
  async resolve(@Call() call: CallOf<Routes['resolveSession']>): Promise<AnswerOf<Routes['resolveSession']>> {
    return { identity: await this.resolveSession.resolve(call.body.secret) };
  }
}
