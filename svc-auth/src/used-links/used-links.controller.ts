import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { SETTINGS } from '@concert/service-kit/process/settings';
import { Controller, Inject, Res } from '@nestjs/common';
import { ShowAccountMail } from '../links/show-account-mail.ts';
import { signedIn, type ReplyHeaders } from '../sessions/session-headers.ts';
import type { AuthSettings } from '../settings.ts';
import { SessionHandoff } from './handoff.ts';
import { UsePasswordLinks } from './use-password-links.ts';
import { UseSignInCode } from './use-sign-in-code.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class UsedLinksController {
  constructor(
    private readonly passwordLinks: UsePasswordLinks,
    private readonly showAccountMail: ShowAccountMail,
    private readonly handoff: SessionHandoff,
    private readonly useSignInCode: UseSignInCode,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {}

  @Handles(authRoutes.verifyEmail)
  async verify({ body, who, source }: In['verifyEmail'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['verifyEmail']> {
    return signedIn(head, await this.passwordLinks.verify(body.token, body.password, source, who));
  }

  @Handles(authRoutes.setPassword)
  async set({ body, source }: In['setPassword']): Promise<Out['setPassword']> {
    await this.passwordLinks.set(body.token, body.password, source);
    return { message: 'Your new password is set. You can sign in now' };
  }

  @Handles(authRoutes.makeHandoff)
  async makeHandoff({ who }: In['makeHandoff']): Promise<Out['makeHandoff']> {
    const { token, expiresAt } = await this.handoff.make(who);
    return { token, url: `${this.settings.PUBLIC_ORIGIN}/?token=${token}`, expiresAt: expiresAt.toISOString() };
  }

  @Handles(authRoutes.showHandoff)
  async showHandoff({ body }: In['showHandoff']): Promise<Out['showHandoff']> {
    return { email: await this.handoff.whose(body.token) };
  }

  @Handles(authRoutes.useHandoff)
  async useHandoff({ body, who, source }: In['useHandoff'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['useHandoff']> {
    return signedIn(head, await this.handoff.take(body.token, who, source));
  }

  @Handles(authRoutes.checkSignInCode)
  async checkCode({ body }: In['checkSignInCode']): Promise<Out['checkSignInCode']> {
    return { usedAt: (await this.useSignInCode.usedAt(body.request))?.toISOString() ?? null };
  }

  @Handles(authRoutes.useSignInCode)
  async useCode({ body, who, source }: In['useSignInCode'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['useSignInCode']> {
    return signedIn(head, await this.useSignInCode.use(body.request, body.code, who, source));
  }

  @Handles(authRoutes.showAccountMail)
  show({ params }: In['showAccountMail']): Promise<Out['showAccountMail']> {
    return this.showAccountMail.show(params.mailRef);
  }
}
