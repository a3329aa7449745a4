import { SESSION_LIFETIME_HEADER, SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import type { PasskeyStep, SessionView } from '@concert/contracts/auth/session-view';
import type { ReplyHeaders } from '@concert/service-kit/http/controller-of';
import type { OpenedSession } from './open-session.ts';

/** Hands a new session to the gateway, which makes a cookie of it. */
export function sendSessionSecret(head: ReplyHeaders, { secret, lifetimeSeconds }: OpenedSession): void {
  head.header(SESSION_SECRET_HEADER, secret).header(SESSION_LIFETIME_HEADER, String(lifetimeSeconds));
}

/** Hands a new session over, and answers whoever signed in: who they are, or what their sign-in still waits for. */
export function signedIn(
  head: ReplyHeaders,
  opened: OpenedSession,
): { session: SessionView | null; awaits?: PasskeyStep; message: string } {
  sendSessionSecret(head, opened);
  const { view, awaits } = opened;
  return awaits
    ? { session: null, awaits, message: 'Your passkey is asked for before you are signed in' }
    : { session: view, message: 'Sign in successful' };
}

/** Tells the gateway that the browser's session is over. */
export function clearSession(head: ReplyHeaders): void {
  head.header(SESSION_SECRET_HEADER, '');
}
