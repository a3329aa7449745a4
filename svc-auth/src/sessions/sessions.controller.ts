import { authRoutes, SESSION_LIFETIME_HEADER, SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import { CLIENT_ADDRESS_HEADER, type Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller, Headers, Inject, Res } from '@nestjs/common';
import { TooManyAttemptsError } from '../slowing/slow-down.ts';
import { ResolveSession } from './resolve-session.ts';
import { SESSIONS, type SessionsRepository } from './sessions.repository.ts';
import { SignIn } from './sign-in.ts';

type Routes = typeof authRoutes;

/** The part of an answer's head that is used here. */
interface Head {
  header(name: string, value: string): Head;
}

@Controller()
export class SessionsController {
  constructor(
    private readonly signIn: SignIn,
    private readonly resolveSession: ResolveSession,
    @Inject(SESSIONS) private readonly sessions: SessionsRepository,
  ) {}

  @Handles(authRoutes.signIn)
  async signInWithPassword(
    @Call() call: CallOf<Routes['signIn']>,
    @Who() who: Identity | undefined,
    @Headers(CLIENT_ADDRESS_HEADER) source: string | undefined,
    @Res({ passthrough: true }) head: Head,
  ): Promise<AnswerOf<Routes['signIn']>> {
    const opened = await this.signIn.signIn(call.body.email, call.body.password, source ?? 'unknown', who).catch((error: unknown) => {
      if (error instanceof TooManyAttemptsError) head.header('retry-after', String(error.waitSeconds));
      throw error;
    });
    head.header(SESSION_SECRET_HEADER, opened.secret).header(SESSION_LIFETIME_HEADER, String(opened.lifetimeSeconds));
    return { session: opened.view, message: 'Sign in successful' };
  }

  @Handles(authRoutes.signOut)
  async signOut(@Who() who: Identity | undefined, @Res({ passthrough: true }) head: Head): Promise<void> {
    if (who) await this.sessions.end(who.sessionId);
    head.header(SESSION_SECRET_HEADER, '');
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
