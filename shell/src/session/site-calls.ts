import type { PasskeyStep, SessionView } from '@concert/contracts/auth/session-view';
import type { ConcertView } from '@concert/contracts/booking/http';
import type { Result } from '@concert/web-kit/api-client.ts';
import { callWithoutSchema } from '@concert/web-kit/call-without-schema.ts';

/*
 * What every page asks the site as it opens. A test keeps the addresses equal to the contracts', whose schemas stay out of the first code
 * that is loaded.
 */
export const SITE_CALLS = {
  session: '/api/auth/session',
  signOut: '/api/auth/sign-out',
  concert: '/api/concert',
  bookings: '/api/ticket-bookings',
} as const;

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Record<string, unknown>;
}

function isSession(value: unknown): value is SessionView {
  const { userId, email, name, role } = fieldsOf(value);
  return [userId, email, name, role].every((text) => typeof text === 'string');
}

/** Whether a value is the concert as visitors may see it. */
export function isConcert(value: unknown): value is ConcertView {
  const { state, saleState, sale, startsAt, timeZone, supportEmail, supportPhone, siteUrl, venue, categories } = fieldsOf(value);
  return (
    [state, saleState, startsAt, timeZone, supportEmail, supportPhone, siteUrl].every((text) => typeof text === 'string') &&
    typeof venue === 'object' &&
    typeof sale === 'object' &&
    Array.isArray(categories)
  );
}

/** Who is signed in; null: nobody. And what a sign-in that is not complete waits for. */
export interface SessionAnswer {
  readonly session: SessionView | null;
  readonly awaits: PasskeyStep | undefined;
}

export function readSession(): Promise<Result<SessionAnswer>> {
  return callWithoutSchema('GET', SITE_CALLS.session, (body) => {
    const { session, awaits } = fieldsOf(body);
    if (session !== null && !isSession(session)) return undefined;
    return { session, awaits: awaits === 'passkey' || awaits === 'first-passkey' ? awaits : undefined };
  });
}

/** Ends the session of this browser. */
export async function signOutHere(): Promise<Result<void>> {
  const result = await callWithoutSchema('POST', SITE_CALLS.signOut, () => null);
  return result.ok ? { ok: true, value: undefined } : result;
}

/** The concert, its state and what is left. */
export function readConcert(signal: AbortSignal): Promise<Result<ConcertView>> {
  return callWithoutSchema('GET', SITE_CALLS.concert, (body) => (isConcert(body) ? body : undefined), signal);
}

/** Where the tickets of the signed-in person are shown: those of the one booking that has some, the list of bookings where several have, else null. */
export function readTicketsPath(signal: AbortSignal): Promise<Result<{ readonly path: string | null }>> {
  return callWithoutSchema(
    'GET',
    SITE_CALLS.bookings,
    (body) => {
      if (!Array.isArray(body)) return undefined;
      const [first, ...others] = body
        .map(fieldsOf)
        .filter(({ status, tickets }) => status === 'paid' && Array.isArray(tickets) && tickets.length > 0);
      if (!first) return { path: null };
      const { id, ref2 } = first;
      if (others.length > 0 || typeof id !== 'string' || typeof ref2 !== 'string') return { path: '/bookings' };
      return { path: `/get-details?${new URLSearchParams({ ref: id, ref2 })}` };
    },
    signal,
  );
}
