import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Res } from '@nestjs/common';
import { withRetryAfter, type ReplyHeaders } from '../sessions/session-headers.ts';
import { AskFor } from './ask-for.ts';

/** Specification section 8. */
const verificationSent = (email: string) => `Verification email sent to: ${email} Please verify your email`;

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class AccountsController {
  constructor(private readonly askFor: AskFor) {}

  @Handles(authRoutes.signUp)
  async signUp({ body, source }: In['signUp'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['signUp']> {
    await withRetryAfter(head, this.askFor.signUp(body, source));
    return { message: verificationSent(body.email) };
  }

  @Handles(authRoutes.register)
  async register({ body, source }: In['register'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['register']> {
    await withRetryAfter(head, this.askFor.signUp(body, source));
    return { message: 'Registration successful' };
  }

  @Handles(authRoutes.resendVerification)
  async resend(
    { body, source }: In['resendVerification'],
    @Res({ passthrough: true }) head: ReplyHeaders,
  ): Promise<Out['resendVerification']> {
    await withRetryAfter(head, this.askFor.mail('verification', body, source));
    return { message: verificationSent(body.email) };
  }

  @Handles(authRoutes.requestPasswordReset)
  async requestReset(
    { body, source }: In['requestPasswordReset'],
    @Res({ passthrough: true }) head: ReplyHeaders,
  ): Promise<Out['requestPasswordReset']> {
    await withRetryAfter(head, this.askFor.mail('password-reset', body, source));
    return { message: 'Password reset email sent' };
  }

  @Handles(authRoutes.requestSignInCode)
  async requestCode(
    { body, source }: In['requestSignInCode'],
    @Res({ passthrough: true }) head: ReplyHeaders,
  ): Promise<Out['requestSignInCode']> {
    const { request, expiresAt } = await withRetryAfter(head, this.askFor.signInCode(body, source));
    return { message: 'Sign-in code sent', request, expiresAt: expiresAt.toISOString() };
  }
}
