import { authRoutes } from '@concert/contracts/auth/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ShowAccountMail } from '../links/show-account-mail.ts';
import { signedIn } from '../sessions/session-headers.ts';
import { setting } from '../settings.ts';
import { SessionHandoff } from './handoff.ts';
import { UsePasswordLinks } from './use-password-links.ts';
import { UseSignInCode } from './use-sign-in-code.ts';

export const UsedLinksController = controllerOf(
  authRoutes,
  {
    passwordLinks: UsePasswordLinks,
    accountMail: ShowAccountMail,
    handoff: SessionHandoff,
    code: UseSignInCode,
    publicOrigin: setting('PUBLIC_ORIGIN'),
  },
  {
    verifyEmail: async ({ body, who, source }, { passwordLinks }, head) =>
      signedIn(head, await passwordLinks.verify(body.token, body.password, source, who)),
    setPassword: async ({ body, source }, { passwordLinks }) => {
      await passwordLinks.set(body.token, body.password, source);
      return { message: 'Your new password is set. You can sign in now' };
    },
    makeHandoff: async ({ who }, { handoff, publicOrigin }) => {
      const { token, expiresAt } = await handoff.make(who);
      return { token, url: `${publicOrigin}/?token=${token}`, expiresAt: expiresAt.toISOString() };
    },
    showHandoff: async ({ body }, { handoff }) => ({ email: await handoff.whose(body.token) }),
    useHandoff: async ({ body, who, source }, { handoff }, head) => signedIn(head, await handoff.take(body.token, who, source)),
    checkSignInCode: async ({ body }, { code }) => ({ usedAt: (await code.usedAt(body.request))?.toISOString() ?? null }),
    useSignInCode: async ({ body, who, source }, { code }, head) => signedIn(head, await code.use(body.request, body.code, who, source)),
    showAccountMail: ({ params }, { accountMail }) => accountMail.show(params.mailRef),
  },
);
