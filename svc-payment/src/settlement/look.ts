import type { ProviderSession, SessionReference } from '../provider/payment-provider.ts';
import { sessionKey, type PaymentSession, type SessionCause } from '../sessions/payment-session.ts';
import type { SessionsAtHand } from '../sessions/sessions-at-hand.ts';

/** What the provider said of a page, and why it was asked. */
export interface Look {
  readonly seen: ProviderSession;
  readonly cause: SessionCause;
  /** Its booking is there for certain. */
  readonly isRestored?: boolean;
  /** A second page of one attempt is to be closed at the provider. */
  readonly closesSecond?: boolean;
  /** Runs work in the context of whoever looked, so that facts carry its correlation, cause and trace. */
  readonly inContext: <T>(work: () => T) => T;
}

/**
 * What became of a look: the session as it is now, undefined when the page is none of ours or a second one without money; or
 * what has to be done first, outside the transaction, where nothing was stored for it.
 */
export type LookOutcome = { readonly session: PaymentSession | undefined } | { readonly first: 'restore' | 'close' };

/**
 * What has to be done before a look can be stored. A paid page that we do not know means that an older copy of the database
 * came back: then its booking may be lost too, and has to be there before the news that it is paid.
 */
export function askedFirst({ seen, isRestored, closesSecond }: Look, sessions: SessionsAtHand): 'restore' | 'close' | undefined {
  const { state, reference, seats, email, checkoutSessionId } = seen;
  if (!reference || sessions.byCheckoutSession(checkoutSessionId)) return undefined;
  const attempt = sessions.byKey(sessionKey(reference.bookingId, reference.attempt));
  if (state === 'paid' && !isRestored && !attempt && seats && email) return 'restore';
  // Two presses get the same page: one of them may have noted it.
  if (state === 'open' && closesSecond && attempt?.page) return 'close';
  return undefined;
}

/** The session that a page belongs to. */
export function knownOf(seen: ProviderSession, sessions: SessionsAtHand): PaymentSession | undefined {
  const byPage = sessions.byCheckoutSession(seen.checkoutSessionId);
  if (byPage || !seen.reference) return byPage;
  // Opened at the provider, but the process ended before it could note the page's id.
  const asked = sessions.byKey(sessionKey(seen.reference.bookingId, seen.reference.attempt));
  return asked?.page ? undefined : asked;
}

/** Whether it is another page of the same attempt, which holds no money and gets none: nothing about the booking follows from it. */
export function isSecond({ state, reference }: ProviderSession, sessions: SessionsAtHand): boolean {
  if (state === 'paid' || state === 'processing' || !reference) return false;
  return sessions.byKey(sessionKey(reference.bookingId, reference.attempt)) !== undefined;
}

/** Whether a newer attempt of the booking has taken its place. */
export function isReplaced({ bookingId, attempt }: PaymentSession, sessions: SessionsAtHand): boolean {
  const [newest] = sessions.ofBooking(bookingId);
  return newest !== undefined && newest.attempt > attempt;
}

/** The reference under which a page that we do not know is taken in: its own, or the next where that is somebody else's. */
export function freeAttempt(reference: SessionReference, sessions: SessionsAtHand): SessionReference {
  const attempts = sessions.ofBooking(reference.bookingId).map(({ attempt }) => attempt);
  return attempts.includes(reference.attempt) ? { ...reference, attempt: Math.max(...attempts) + 1 } : reference;
}
