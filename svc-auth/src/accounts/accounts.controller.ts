import { authRoutes } from '@concert/contracts/auth/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { AskFor } from './ask-for.ts';

/** Specification section 8. */
const verificationSent = (email: string) => `Verification email sent to: ${email} Please verify your email`;

export const AccountsController = controllerOf(
  authRoutes,
  { askFor: AskFor },
  {
    signUp: async ({ body, source }, { askFor }) => {
      await askFor.signUp(body, source);
      return { message: verificationSent(body.email) };
    },
    register: async ({ body, source }, { askFor }) => {
      await askFor.signUp(body, source);
      return { message: 'Registration successful' };
    },
    resendVerification: async ({ body, source }, { askFor }) => {
      await askFor.mail('verification', body, source);
      return { message: verificationSent(body.email) };
    },
    requestPasswordReset: async ({ body, source }, { askFor }) => {
      await askFor.mail('password-reset', body, source);
      return { message: 'Password reset email sent' };
    },
    requestSignInCode: async ({ body, source }, { askFor }) => {
      const { request, expiresAt } = await askFor.signInCode(body, source);
      return { message: 'Sign-in code sent', request, expiresAt: expiresAt.toISOString() };
    },
  },
);
