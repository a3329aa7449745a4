import { beforeEach, describe, expect, it } from '@jest/globals';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import { StaleWriteError } from '@concert/service-kit/store/mongo';
import type { ProviderRefund } from '../../provider/payment-provider.ts';
import { failureOf, freshId, writeAndRollBack, type OpenStore, type Store } from '../../store.suite.ts';
import { newRefund, refundAsProviderSays, refundRefused, type Refund, type RefundOrderDetails } from './refund.ts';
import type { MongoRefunds } from './mongo-refunds.ts';

type Kept = Pick<MongoRefunds, 'byId' | 'byProviderRefund' | 'ofBookings' | 'due' | 'add' | 'replace'>;

const now = new Date('2026-05-01T12:00:00.000Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const amount = { amountMinor: 5_000, currency: 'USD' } as const;

function requested(changes: Partial<RefundOrderDetails> = {}, at = now): Refund {
  const id = freshId('refund');
  const bookingId = freshId('booking');
  const payment = { checkoutSessionId: `cs_${id}`, paymentIntentId: `pi_${id}` };
  return newRefund({ id, bookingId, ...payment, amount, cause: 'organiser', endsBooking: true, attempt: 1, ...changes }, at);
}

function sent(refund: Refund, providerRefundId: string, state: ProviderRefund['state'] = 'succeeded'): Refund {
  const { id: refundId, paymentIntentId } = refund;
  const seen = { providerRefundId, refundId, paymentIntentId, state, reason: undefined, amount, cardEnding: '4242' };
  return refundAsProviderSays(refund, seen, now);
}

/** What every store of refunds promises. */
export function refundsSuite(open: OpenStore<Kept>): void {
  describe('a store of refunds', () => {
    let store: Store<Kept>;
    const add = (...refunds: Refund[]) => store.transact((transaction) => store.port.add(refunds, transaction));
    const replace = (before: Refund, after: Refund) => store.transact((transaction) => store.port.replace(before, after, transaction));

    beforeEach(async () => {
      store = await open();
    });

    it("finds a refund by its id and the provider's, with all that is known of it", async () => {
      const before = requested({ requestedBy: freshId('user') });
      await add(before);
      expect(await store.port.byId(before.id)).toEqual(before);
      const after = sent(before, 're_1');
      await replace(before, after);
      expect([await store.port.byId(before.id), await store.port.byProviderRefund('re_1')]).toEqual([after, after]);
      expect([await store.port.byId(freshId('refund')), await store.port.byProviderRefund('re_2')]).toEqual([undefined, undefined]);
    });

    it('lists the attempts of some bookings oldest first', async () => {
      const [one, other] = [requested(), requested()];
      const failed = refundRefused(one, 'declined');
      const second = requested({ bookingId: one.bookingId, checkoutSessionId: one.checkoutSessionId, attempt: 2 });
      await add(second, other);
      await add(failed, requested());
      const found = await store.port.ofBookings([one.bookingId, other.bookingId]);
      expect(found.filter(({ bookingId }) => bookingId === one.bookingId)).toEqual([failed, second]);
      expect(found.filter(({ bookingId }) => bookingId === other.bookingId)).toEqual([other]);
      expect(found).toHaveLength(3);
      expect(await store.port.ofBookings([])).toEqual([]);
    });

    it('takes one refund of an attempt', async () => {
      const first = refundRefused(requested(), 'declined');
      await add(first);
      expect(isDuplicateKey(await failureOf(add(requested({ bookingId: first.bookingId }))))).toBe(true);
    });

    it('sends the money of a session back once: another one only where that failed, or was made at the provider', async () => {
      const first = requested();
      const again = (attempt: number, cause: Refund['cause'] = 'organiser') =>
        requested({ bookingId: first.bookingId, checkoutSessionId: first.checkoutSessionId, attempt, cause });
      await add(first);
      expect(isDuplicateKey(await failureOf(add(again(2))))).toBe(true);
      await add(again(2, 'dashboard'));
      await replace(first, refundRefused(first, 'declined'));
      await add(again(3));
      expect(isDuplicateKey(await failureOf(add(again(4))))).toBe(true);
    });

    it('sends parts of the money beside each other and beside the rest', async () => {
      const first = requested();
      const again = (attempt: number, part?: NonNullable<Refund['part']>) =>
        requested({ bookingId: first.bookingId, checkoutSessionId: first.checkoutSessionId, attempt, ...(part ? { part } : {}) });
      const parts = [2, 3].map((attempt) => again(attempt, { returnId: first.id, tickets: [attempt] }));
      await add(...parts);
      await add(first);
      expect(isDuplicateKey(await failureOf(add(again(4))))).toBe(true);
      expect(await store.port.ofBookings([first.bookingId])).toEqual([first, ...parts]);
    });

    it('revives no failed attempt beside a later one', async () => {
      const failed = refundRefused(requested(), 'declined');
      await add(failed, requested({ bookingId: failed.bookingId, checkoutSessionId: failed.checkoutSessionId, attempt: 2 }));
      const revived = { ...failed, status: 'requested', version: failed.version + 1 } as const;
      expect(isDuplicateKey(await failureOf(replace(failed, revived)))).toBe(true);
    });

    it("takes a provider's refund in once", async () => {
      const [one, other] = [requested(), requested()];
      await add(one, other);
      await replace(one, sent(one, 're_1'));
      expect(isDuplicateKey(await failureOf(replace(other, sent(other, 're_1'))))).toBe(true);
      expect(isDuplicateKey(await failureOf(add(sent(requested(), 're_1'))))).toBe(true);
    });

    it('tells which are to be sent now, longest waiting first, those of a clock that was days ahead too', async () => {
      const [last, first, second, later] = [3, 1, 2, 9].map((minutes) => requested({}, minutesLater(minutes)));
      const ahead = requested({}, minutesLater(2 * 1_440));
      await add(last!, first!, second!, later!, ahead, sent(requested(), 're_1'), requested({ runId: freshId('run'), reader: 'r' }));
      expect(await store.port.due(minutesLater(3), 10)).toEqual([first, second, last, ahead]);
      expect(await store.port.due(minutesLater(3), 2)).toEqual([first, second]);
    });

    it('replaces nothing that changed since it was read', async () => {
      const before = requested();
      await add(before);
      const once = sent(before, 're_1');
      await replace(before, once);
      expect(await failureOf(replace(before, refundRefused(before, 'declined')))).toBeInstanceOf(StaleWriteError);
      expect(await store.port.byId(before.id)).toEqual(once);
    });

    it('keeps nothing of a transaction that failed, nor of refunds of which one was refused', async () => {
      const [before, other] = [requested(), requested()];
      await add(before);
      await writeAndRollBack(store, async (transaction) => {
        await store.port.replace(before, sent(before, 're_1'), transaction);
        await store.port.add([other], transaction);
        expect((await store.port.byProviderRefund('re_1', transaction))?.id).toBe(before.id);
      });
      expect(isDuplicateKey(await failureOf(add(other, requested({ bookingId: before.bookingId }))))).toBe(true);
      expect(await store.port.ofBookings([before.bookingId, other.bookingId])).toEqual([before]);
    });
  });
}
