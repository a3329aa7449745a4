import { authRoutes } from '@concert/contracts/auth/http';
import { CLIENT_ADDRESS_HEADER } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles } from '@concert/service-kit/handles';
import { Controller, Headers, Res } from '@nestjs/common';
import { tellingPauses, type Head } from '../sessions/session-headers.ts';
import { AskFor } from './ask-for.ts';

type Routes = typeof authRoutes;

/** Specification section 8. */
const verificationSent = (email: string) => `Verification email sent to: ${email} Please verify your email`;

@Controller()
export class AccountsController {
  constructor(private readonly askFor: AskFor) {}

  @Handles(authRoutes.signUp)
  async signUp(
    @Call() { body }: CallOf<Routes['signUp']>,
    @Headers(CLIENT_ADDRESS_HEADER) source = 'unknown',
    @Res({ passthrough: true }) head: Head,
  ): Promise<AnswerOf<Routes['signUp']>> {
    await tellingPauses(head, this.askFor.signUp(body, source));
    return { message: verificationSent(body.email) };
  }

  @Handles(authRoutes.register)
  async register(
    @Call() { body }: CallOf<Routes['register']>,
    @Headers(CLIENT_ADDRESS_HEADER) source = 'unknown',
    @Res({ passthrough: true }) head: Head,
  ): Promise<AnswerOf<Routes['register']>> {
    await tellingPauses(head, this.askFor.signUp(body, source));
    return { message: 'Registration successful' };
  }

  @Handles(authRoutes.resendVerification)
  async resend(
    @Call() { body }: CallOf<Routes['resendVerification']>,
    @Headers(CLIENT_ADDRESS_HEADER) source = 'unknown',
    @Res({ passthrough: true }) head: Head,
  ): Promise<AnswerOf<Routes['resendVerification']>> {
    await tellingPauses(head, this.askFor.mail('verification', body.email, source));
    return { message: verificationSent(body.email) };
  }

  @Handles(authRoutes.requestPasswordReset)
  async requestReset(
    @Call() { body }: CallOf<Routes['requestPasswordReset']>,
    @Headers(CLIENT_ADDRESS_HEADER) source = 'unknown',
    @Res({ passthrough: true }) head: Head,
  ): Promise<AnswerOf<Routes['requestPasswordReset']>> {
    await tellingPauses(head, this.askFor.mail('password-reset', body.email, source));
    return { message: 'Password reset email sent' };
  }
}
