import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { AskFor } from './ask-for.ts';

/** Specification section 8. */
const verificationSent = (email: string) => `Verification email sent to: ${email} Please verify your email`;

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class AccountsController {
  constructor(private readonly askFor: AskFor) {}

  @Handles(authRoutes.signUp)
  async signUp({ body, source }: In['signUp']): Promise<Out['signUp']> {
    await this.askFor.signUp(body, source);
    return { message: verificationSent(body.email) };
  }

  @Handles(authRoutes.register)
  async register({ body, source }: In['register']): Promise<Out['register']> {
    await this.askFor.signUp(body, source);
    return { message: 'Registration successful' };
  }

  @Handles(authRoutes.resendVerification)
  async resend({ body, source }: In['resendVerification']): Promise<Out['resendVerification']> {
    await this.askFor.mail('verification', body, source);
    return { message: verificationSent(body.email) };
  }

  @Handles(authRoutes.requestPasswordReset)
  async requestReset({ body, source }: In['requestPasswordReset']): Promise<Out['requestPasswordReset']> {
    await this.askFor.mail('password-reset', body, source);
    return { message: 'Password reset email sent' };
  }

  @Handles(authRoutes.requestSignInCode)
  async requestCode({ body, source }: In['requestSignInCode']): Promise<Out['requestSignInCode']> {
    const { request, expiresAt } = await this.askFor.signInCode(body, source);
    return { message: 'Sign-in code sent', request, expiresAt: expiresAt.toISOString() };
  }
}
