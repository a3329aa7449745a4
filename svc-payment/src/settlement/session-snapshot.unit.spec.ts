import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { ProviderSession } from '../provider/payment-provider.ts';
import type { LoadedSessions } from '../sessions/loaded-sessions.ts';
import { sessionKey, type PaymentSession } from '../sessions/payment-session.ts';
import { freeReference, isDuplicatePage, isReplaced, snapshotPrecondition, sessionOf, type SessionSnapshot } from './session-snapshot.ts';

const bookingId = idFromBytes('booking', new Uint8Array(17));
const reference = { bookingId, userId: idFromBytes('user', new Uint8Array(17)), attempt: 1 };
const attemptOf = (attempt: number, checkoutSessionId?: string) =>
  ({ bookingId, attempt, page: checkoutSessionId ? { checkoutSessionId } : undefined }) as unknown as PaymentSession;

/** Sessions as a transaction has loaded them, newest attempt first. */
function loaded(...sessions: PaymentSession[]): LoadedSessions {
  return {
    byKey: (key: string) => sessions.find((one) => sessionKey(one.bookingId, one.attempt) === key),
    byCheckoutSession: (id: string) => sessions.find(({ page }) => page?.checkoutSessionId === id),
    ofBooking: () => sessions,
  } as unknown as LoadedSessions;
}

const page = (state: ProviderSession['state'], over: Partial<ProviderSession> = {}) =>
  ({ state, reference, seats: {}, email: 'a@example.org', checkoutSessionId: 'cs_1', ...over }) as unknown as ProviderSession;
const snapshot = (seen: ProviderSession, over: Partial<SessionSnapshot> = {}): SessionSnapshot => ({
  seen,
  cause: 'reconciler',
  inContext: (work) => work(),
  ...over,
});

describe('before a snapshot is stored', () => {
  it('the booking of a paid page that nobody knows is restored, once, where the page says enough', () => {
    expect(snapshotPrecondition(snapshot(page('paid')), loaded())).toBe('restore');
    expect(snapshotPrecondition(snapshot(page('paid'), { isRestored: true }), loaded())).toBeUndefined();
    for (const other of [
      page('open'),
      page('paid', { seats: undefined }),
      page('paid', { email: '' }),
      page('paid', { reference: undefined }),
    ])
      expect(snapshotPrecondition(snapshot(other), loaded())).toBeUndefined();
    expect(snapshotPrecondition(snapshot(page('paid')), loaded(attemptOf(1)))).toBeUndefined();
  });

  it('a second open page of an attempt is closed, never the one we know', () => {
    const closing = { closesSecond: true };
    expect(snapshotPrecondition(snapshot(page('open'), closing), loaded(attemptOf(1, 'cs_2')))).toBe('close');
    for (const known of [loaded(), loaded(attemptOf(1)), loaded(attemptOf(1, 'cs_1'))])
      expect(snapshotPrecondition(snapshot(page('open'), closing), known)).toBeUndefined();
    expect(snapshotPrecondition(snapshot(page('open')), loaded(attemptOf(1, 'cs_2')))).toBeUndefined();
    expect(snapshotPrecondition(snapshot(page('expired'), closing), loaded(attemptOf(1, 'cs_2')))).toBeUndefined();
  });
});

describe('the session of a page', () => {
  it('is the one with the page, or the attempt that has none yet', () => {
    const [known, asked] = [attemptOf(2, 'cs_1'), attemptOf(1)];
    expect(sessionOf(page('open'), loaded(known, asked))).toBe(known);
    expect(sessionOf(page('open', { reference: undefined }), loaded(known))).toBe(known);
    expect(sessionOf(page('open'), loaded(asked))).toBe(asked);
    expect(sessionOf(page('open'), loaded(attemptOf(1, 'cs_2')))).toBeUndefined();
    expect(sessionOf(page('open', { reference: undefined }), loaded(asked))).toBeUndefined();
    expect(sessionOf(page('open'), loaded())).toBeUndefined();
  });

  it('has a duplicate where a further page of its attempt holds no money and gets none', () => {
    const states = ['open', 'expired', 'failed', 'paid', 'processing'] as const;
    expect(states.map((state) => isDuplicatePage(page(state), loaded(attemptOf(1, 'cs_2'))))).toEqual([true, true, true, false, false]);
    expect(isDuplicatePage(page('open'), loaded())).toBe(false);
    expect(isDuplicatePage(page('open', { reference: undefined }), loaded(attemptOf(1)))).toBe(false);
  });

  it('is replaced by a newer attempt only', () => {
    expect(isReplaced(attemptOf(1), loaded(attemptOf(2), attemptOf(1)))).toBe(true);
    expect(isReplaced(attemptOf(2), loaded(attemptOf(2), attemptOf(1)))).toBe(false);
    expect(isReplaced(attemptOf(1), loaded())).toBe(false);
  });

  it('that is unknown keeps its reference, or gets the next attempt where it is taken', () => {
    expect(freeReference(reference, loaded(attemptOf(2)))).toBe(reference);
    expect(freeReference(reference, loaded(attemptOf(3), attemptOf(1)))).toEqual({ ...reference, attempt: 4 });
  });
});
