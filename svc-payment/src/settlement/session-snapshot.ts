import type { ProviderSession, SessionReference } from '../provider/payment-provider.ts';
import { sessionKey, type PaymentSession, type SessionCause } from '../sessions/payment-session.ts';
import type { LoadedSessions } from '../sessions/loaded-sessions.ts';

/** What the provider said of a page, and why it was read. */
export interface SessionSnapshot {
  readonly seen: ProviderSession;
  readonly cause: SessionCause;
  /** Its booking is known to exist. */
  readonly isRestored?: boolean;
  /** A second page of one attempt has to be closed at the provider. */
  readonly closesSecond?: boolean;
  /** Notices about the page, which are done once it is stored. With all of them done before, there is nothing to store. */
  readonly noticeIds?: readonly string[];
  /** Runs work in the context of the caller, so that facts carry its correlation, cause and trace. */
  readonly inContext: <T>(work: () => T) => T;
}

/**
 * The session after a snapshot; undefined for a foreign page, a second one without money, or notices that were done before. Or what has to be
 * done first, outside the transaction, where nothing was stored for it.
 */
export type SnapshotOutcome = { readonly session: PaymentSession | undefined } | { readonly first: 'restore' | 'close' };

/**
 * What has to be done before a snapshot can be stored. If we do not know a paid page, an older backup of the database may have been
 * restored. Its booking may be lost too, and has to be restored before its payment is published.
 */
export function snapshotPrecondition(
  { seen, isRestored, closesSecond }: SessionSnapshot,
  sessions: LoadedSessions,
): 'restore' | 'close' | undefined {
  const { state, reference, seats, email, checkoutSessionId } = seen;
  if (!reference || sessions.byCheckoutSession(checkoutSessionId)) return undefined;
  const attempt = sessions.byKey(sessionKey(reference.bookingId, reference.attempt));
  if (state === 'paid' && !isRestored && !attempt && seats && email) return 'restore';
  // Two simultaneous requests get the same page, and one of them may have stored it.
  if (state === 'open' && closesSecond && attempt?.page) return 'close';
  return undefined;
}

/** The session that a page belongs to. */
export function sessionOf(seen: ProviderSession, sessions: LoadedSessions): PaymentSession | undefined {
  const byPage = sessions.byCheckoutSession(seen.checkoutSessionId);
  if (byPage || !seen.reference) return byPage;
  // The page was opened, but the process died before it stored the page's id.
  const asked = sessions.byKey(sessionKey(seen.reference.bookingId, seen.reference.attempt));
  return asked?.page ? undefined : asked;
}

/** Whether it is a further page of the same attempt that holds no money and gets none: it says nothing about the booking. */
export function isDuplicatePage({ state, reference }: ProviderSession, sessions: LoadedSessions): boolean {
  if (state === 'paid' || state === 'processing' || !reference) return false;
  return sessions.byKey(sessionKey(reference.bookingId, reference.attempt)) !== undefined;
}

/** Whether a newer attempt of the booking has replaced it. */
export function isReplaced({ bookingId, attempt }: PaymentSession, sessions: LoadedSessions): boolean {
  const [newest] = sessions.ofBooking(bookingId);
  return newest !== undefined && newest.attempt > attempt;
}

/** The reference under which an unknown page is stored: its own, or the next attempt if another page has that one. */
export function freeReference(reference: SessionReference, sessions: LoadedSessions): SessionReference {
  const attempts = sessions.ofBooking(reference.bookingId).map(({ attempt }) => attempt);
  return attempts.includes(reference.attempt) ? { ...reference, attempt: Math.max(...attempts) + 1 } : reference;
}
