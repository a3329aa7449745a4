import { authRoutes } from '@concert/contracts/auth/http';
import { CLIENT_ADDRESS_HEADER, type Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { SETTINGS } from '@concert/service-kit/settings';
import { Controller, Headers, Inject, Res } from '@nestjs/common';
import { handOver, tellingPauses, type Head } from '../sessions/session-headers.ts';
import type { AuthSettings } from '../settings.ts';
import { Handoff } from './handoff.ts';
import { SetPassword } from './set-password.ts';
import { ShowAccountMail } from './show-account-mail.ts';
import { VerifyEmail } from './verify-email.ts';

type Routes = typeof authRoutes;

@Controller()
export class LinksController {
  constructor(
    private readonly verifyEmail: VerifyEmail,
    private readonly setPassword: SetPassword,
    private readonly showAccountMail: ShowAccountMail,
    private readonly handoff: Handoff,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {}

  @Handles(authRoutes.verifyEmail)
  async verify(
    @Call() { body }: CallOf<Routes['verifyEmail']>,
    @Headers(CLIENT_ADDRESS_HEADER) source = 'unknown',
    @Res({ passthrough: true }) head: Head,
  ): Promise<AnswerOf<Routes['verifyEmail']>> {
    const outcome = await tellingPauses(head, this.verifyEmail.verify(body.token, body.password, source));
    return {
      message: outcome === 'verified' ? 'Your email is verified. You can sign in now' : 'Your email was verified before. You can sign in',
    };
  }

  @Handles(authRoutes.setPassword)
  async set(
    @Call() { body }: CallOf<Routes['setPassword']>,
    @Headers(CLIENT_ADDRESS_HEADER) source = 'unknown',
  ): Promise<AnswerOf<Routes['setPassword']>> {
    await this.setPassword.set(body.token, body.password, source);
    return { message: 'Your new password is set. You can sign in now' };
  }

  @Handles(authRoutes.makeHandoff)
  async makeHandoff(@Who() who: Identity): Promise<AnswerOf<Routes['makeHandoff']>> {
    const { token, expiresAt } = await this.handoff.make(who);
    return { token, url: `${this.settings.PUBLIC_ORIGIN}/?token=${token}`, expiresAt: expiresAt.toISOString() };
  }

  @Handles(authRoutes.showHandoff)
  async showHandoff(@Call() { body }: CallOf<Routes['showHandoff']>): Promise<AnswerOf<Routes['showHandoff']>> {
    return { email: await this.handoff.whose(body.token) };
  }

  @Handles(authRoutes.useHandoff)
  async useHandoff(
    @Call() { body }: CallOf<Routes['useHandoff']>,
    @Who() who: Identity | undefined,
    @Res({ passthrough: true }) head: Head,
  ): Promise<AnswerOf<Routes['useHandoff']>> {
    const opened = await this.handoff.take(body.token, who);
    handOver(head, opened);
    return { session: opened.view, message: 'Sign in successful' };
  }

  @Handles(authRoutes.showAccountMail)
  show(@Call() { params }: CallOf<Routes['showAccountMail']>): Promise<AnswerOf<Routes['showAccountMail']>> {
    return this.showAccountMail.show(params.mailRef);
  }
}
