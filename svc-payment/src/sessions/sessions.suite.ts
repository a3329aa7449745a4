import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BookingId } from '@concert/contracts/core/ids';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import { StaleWriteError } from '@concert/service-kit/store/mongo';
import { failureOf, freshId, writeAndRollBack, type OpenStore, type Store } from '../store.suite.ts';
import { asProviderSays, newPaymentSession, sessionKey, withStanding, type PaymentSession, type MoneyStanding } from './payment-session.ts';
import type { MongoSessions } from './mongo-sessions.ts';

type Kept = Pick<MongoSessions, 'byKey' | 'byCheckoutSession' | 'byPayment' | 'ofBooking' | 'wanted' | 'add' | 'replace' | 'store'>;

const now = new Date('2026-05-01T12:00:00.000Z');
const keptUntil = new Date('2026-05-01T12:30:00.000Z');
const price = { amountMinor: 5_000, currency: 'USD' } as const;

function asked(bookingId: BookingId, attempt = 1): PaymentSession {
  const reference = { bookingId, userId: freshId('user'), attempt };
  const seats = { seating: 'General Seating', tickets: 2 } as const;
  return newPaymentSession({ reference, email: 'anna@example.org', host: 'https://x.test', item: '2 seats', price, seats, keptUntil }, now);
}

/** The session once its page was paid. */
function paid(session: PaymentSession, checkoutSessionId: string, standing: MoneyStanding): PaymentSession {
  const { bookingId, userId, attempt } = session;
  const seen = {
    checkoutSessionId,
    reference: { bookingId, userId, attempt },
    email: session.email,
    href: `https://pay.test/${checkoutSessionId}`,
    createdAt: now,
    expiresAt: keptUntil,
    state: 'paid',
    amount: price,
    paymentIntentId: checkoutSessionId.replace('cs_', 'pi_'),
  } as const;
  return withStanding(asProviderSays(session, seen, now), standing);
}

/** What every store of payment sessions promises. */
export function sessionsSuite(open: OpenStore<Kept>): void {
  describe('a store of payment sessions', () => {
    let store: Store<Kept>;
    const replace = (before: PaymentSession, after: PaymentSession) =>
      store.transact((transaction) => store.port.replace(before, after, transaction));
    const added = async (session: PaymentSession): Promise<PaymentSession> => {
      expect(await store.port.add(session)).toBe(true);
      return session;
    };

    beforeEach(async () => {
      store = await open();
    });

    it('finds a session by its key, its page and its payment, with all that is known of it', async () => {
      const before = await added(asked(freshId('booking')));
      const key = sessionKey(before.bookingId, 1);
      expect(await store.port.byKey(key)).toEqual(before);
      const after = paid(before, 'cs_1', 'kept');
      await replace(before, after);
      for (const found of [await store.port.byKey(key), await store.port.byCheckoutSession('cs_1'), await store.port.byPayment('pi_1')])
        expect(found).toEqual(after);
      expect(await store.port.byKey(sessionKey(before.bookingId, 2))).toBeUndefined();
      expect(await store.port.byCheckoutSession('cs_2')).toBeUndefined();
      expect(await store.port.byPayment('pi_2')).toBeUndefined();
    });

    it('lists the attempts of a booking newest first', async () => {
      const bookingId = freshId('booking');
      for (const attempt of [2, 1, 3]) await added(asked(bookingId, attempt));
      await added(asked(freshId('booking')));
      expect((await store.port.ofBooking(bookingId)).map(({ attempt }) => attempt)).toEqual([3, 2, 1]);
    });

    it('finds all that some bookings and pages are about, and stores changes of them together', async () => {
      const bookingId = freshId('booking');
      const [first, second, other] = [asked(bookingId), asked(bookingId, 2), asked(freshId('booking'))];
      for (const session of [first, second, other]) await added(session);
      const fresh = asked(freshId('booking'));
      const changed = paid(other, 'cs_1', 'kept');
      await store.transact((transaction) =>
        store.port.store(
          [
            { before: other, after: changed },
            { before: undefined, after: fresh },
          ],
          transaction,
        ),
      );
      const wanted = (bookingIds: BookingId[], checkoutSessionIds: string[]) =>
        store.transact(async (transaction) => {
          const found = await store.port.wanted({ bookingIds, checkoutSessionIds }, transaction);
          return new Map(found.map((session) => [sessionKey(session.bookingId, session.attempt), session]));
        });
      const named = (...sessions: PaymentSession[]) =>
        new Map(sessions.map((session) => [sessionKey(session.bookingId, session.attempt), session]));
      expect(await wanted([bookingId], ['cs_1', 'cs_none'])).toEqual(named(first, second, changed));
      expect(await wanted([fresh.bookingId, changed.bookingId], ['cs_1'])).toEqual(named(fresh, changed));
      expect(await wanted([], [])).toEqual(new Map());
    });

    it('stores none of some changes when one of them comes too late', async () => {
      const [late, free] = [await added(asked(freshId('booking'))), await added(asked(freshId('booking')))];
      await replace(late, paid(late, 'cs_1', 'kept'));
      const both = [free, late].map((before) => ({ before, after: withStanding(before, 'returned') }));
      const failure = await failureOf(store.transact((transaction) => store.port.store(both, transaction)));
      expect(failure).toBeInstanceOf(StaleWriteError);
      expect(await store.port.ofBooking(free.bookingId)).toEqual([free]);
    });

    it('takes one session of a key: whoever comes second is told so, or has the transaction fail', async () => {
      const first = await added(asked(freshId('booking')));
      const second = { ...first, email: 'other@example.org' };
      expect(await store.port.add(second)).toBe(false);
      const failure = await failureOf(store.transact((transaction) => store.port.add(second, transaction)));
      expect(isDuplicateKey(failure)).toBe(true);
      expect(await store.port.ofBooking(first.bookingId)).toEqual([first]);
    });

    it('replaces nothing that changed since it was read', async () => {
      const before = await added(asked(freshId('booking')));
      const once = paid(before, 'cs_1', 'kept');
      await replace(before, once);
      expect(await failureOf(replace(before, paid(before, 'cs_2', 'kept')))).toBeInstanceOf(StaleWriteError);
      expect(await store.port.ofBooking(before.bookingId)).toEqual([once]);
    });

    it.each(['kept', 'booked'] as const)('keeps the money of one session of a booking, where one is %s', async (standing) => {
      const bookingId = freshId('booking');
      const [first, second] = [await added(asked(bookingId, 1)), await added(asked(bookingId, 2))];
      await replace(first, paid(first, 'cs_1', standing));
      expect(isDuplicateKey(await failureOf(replace(second, paid(second, 'cs_2', 'kept'))))).toBe(true);
      await replace(second, paid(second, 'cs_2', 'returned'));
      expect((await store.port.ofBooking(bookingId)).map((session) => session.standing)).toEqual(['returned', standing]);
    });

    it('gives no page to two sessions', async () => {
      const [first, second] = [await added(asked(freshId('booking'))), await added(asked(freshId('booking')))];
      await replace(first, paid(first, 'cs_1', 'kept'));
      expect(isDuplicateKey(await failureOf(replace(second, paid(second, 'cs_1', 'kept'))))).toBe(true);
    });

    it('keeps nothing of a transaction that failed', async () => {
      const before = await added(asked(freshId('booking')));
      const other = asked(freshId('booking'));
      await writeAndRollBack(store, async (transaction) => {
        await store.port.replace(before, paid(before, 'cs_1', 'kept'), transaction);
        await store.port.add(other, transaction);
        expect((await store.port.byCheckoutSession('cs_1', transaction))?.bookingId).toBe(before.bookingId);
      });
      expect(await store.port.ofBooking(before.bookingId)).toEqual([before]);
      expect(await store.port.ofBooking(other.bookingId)).toEqual([]);
    });
  });
}
