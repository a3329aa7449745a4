import { authRoutes } from '@concert/contracts/auth/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';
import { ChangePassword } from './change-password.ts';
import { MongoSessions } from './mongo-sessions.ts';
import { OpenSession } from './open-session.ts';
import { OwnSessions } from './own-sessions.ts';
import { ResolveSessions } from './resolve-sessions.ts';
import { clearSession, sendSessionSecret, signedIn } from './session-headers.ts';
import { SignIn } from './sign-in.ts';

export const SessionsController = controllerOf(
  authRoutes,
  {
    signingIn: SignIn,
    passwords: ChangePassword,
    own: OwnSessions,
    resolving: ResolveSessions,
    opening: OpenSession,
    sessions: MongoSessions,
    helpers: MongoHelperLinks,
  },
  {
    signIn: async ({ body, who, source }, { signingIn }, head) =>
      signedIn(head, await signingIn.signIn(body.email, body.password, source, who)),
    signOut: async ({ who }, { helpers, sessions }, head) => {
      if (who?.helperUntil) await helpers.end(who.userId);
      else if (who) await sessions.end(who.sessionId);
      clearSession(head);
    },
    signOutEverywhere: async ({ who }, { own }, head) => {
      await own.signOut(who.userId);
      clearSession(head);
    },
    confirmPassword: async ({ body, who, source }, { signingIn }, head) => {
      sendSessionSecret(head, await signingIn.confirm(who, body.password, source));
      return { message: 'Password confirmed' };
    },
    showSession: async ({ who }, { opening }) => {
      if (who?.awaitsPasskey) return { session: null, awaits: await opening.stepOf({ id: who.userId }) };
      return { session: who ? { userId: who.userId, email: who.email, name: who.name, role: who.role } : null };
    },
    resolveSessions: async ({ body }, { resolving }) => ({ identities: await resolving.resolve(body.secrets) }),
    changePassword: async ({ body, who, source }, { passwords }, head) => {
      sendSessionSecret(head, await passwords.change(who, body.current, body.password, source));
      return { message: 'Your password was changed' };
    },
    listSessions: async ({ who }, { own }) => ({ sessions: await own.list(who) }),
    endSession: async ({ params, who }, { sessions }, head) => {
      await sessions.endOf(who.userId, params.sessionId);
      if (params.sessionId === who.sessionId) clearSession(head);
    },
    endOtherSessions: async ({ who }, { own }, head) => sendSessionSecret(head, await own.signOutOthers(who)),
  },
);
