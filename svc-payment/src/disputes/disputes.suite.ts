import { beforeEach, describe, expect, it } from '@jest/globals';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import { StaleWriteError } from '@concert/service-kit/store/mongo';
import { failureOf, freshId, writeAndRollBack, type OpenStore, type Store } from '../store.suite.ts';
import type { Dispute } from './dispute.ts';
import type { MongoDisputes } from './mongo-disputes.ts';

const opened = (id: string, changes: Partial<Dispute> = {}): Dispute => ({
  id,
  bookingId: freshId('booking'),
  checkoutSessionId: 'cs_1',
  paymentIntentId: 'pi_1',
  amount: { amountMinor: 5_000, currency: 'USD' },
  state: 'open',
  takenMinor: 5_000,
  movements: ['txn_1'],
  openedAt: new Date('2026-05-01T12:00:00.000Z'),
  reason: 'general',
  answerBy: new Date('2026-05-10T12:00:00.000Z'),
  version: 1,
  ...changes,
});
const lost = (dispute: Dispute): Dispute => ({ ...dispute, state: 'lost', version: dispute.version + 1 });

/** What every store of disputes promises. */
export function disputesSuite(open: OpenStore<MongoDisputes>): void {
  describe('a store of disputes', () => {
    let store: Store<MongoDisputes>;
    const add = (dispute: Dispute) => store.transact((transaction) => store.port.add(dispute, transaction));
    const replace = (before: Dispute, after: Dispute) => store.transact((transaction) => store.port.replace(before, after, transaction));

    beforeEach(async () => {
      store = await open();
    });

    it('finds a dispute by its id, with all that is known of it', async () => {
      const before = opened('du_1');
      await add(before);
      expect(await store.port.byId('du_1')).toEqual(before);
      await replace(before, lost(before));
      expect(await store.port.byId('du_1')).toEqual(lost(before));
      expect(await store.port.byId('du_2')).toBeUndefined();
    });

    it('lists the disputes of some bookings oldest first', async () => {
      const bookingId = freshId('booking');
      const [late, early, other] = [3, 1, 2].map((day) =>
        opened(`du_${day}`, { ...(day === 2 ? {} : { bookingId }), openedAt: new Date(`2026-05-0${day}T12:00:00.000Z`) }),
      );
      for (const dispute of [late!, early!, other!, opened('du_4')]) await add(dispute);
      const found = await store.port.ofBookings([bookingId, other!.bookingId]);
      expect(found.filter((dispute) => dispute.bookingId === bookingId)).toEqual([early, late]);
      expect(found).toHaveLength(3);
      expect(await store.port.ofBookings([])).toEqual([]);
    });

    it('takes a dispute in once', async () => {
      await add(opened('du_1'));
      expect(isDuplicateKey(await failureOf(add(opened('du_1'))))).toBe(true);
    });

    it('replaces nothing that changed since it was read', async () => {
      const before = opened('du_1');
      await add(before);
      await replace(before, lost(before));
      expect(await failureOf(replace(before, { ...before, state: 'won', version: 2 }))).toBeInstanceOf(StaleWriteError);
      expect(await store.port.byId('du_1')).toEqual(lost(before));
    });

    it('keeps nothing of a transaction that failed', async () => {
      const before = opened('du_1');
      await add(before);
      await writeAndRollBack(store, async (transaction) => {
        await store.port.replace(before, lost(before), transaction);
        await store.port.add(opened('du_2'), transaction);
        expect(await store.port.byId('du_1', transaction)).toEqual(lost(before));
      });
      expect([await store.port.byId('du_1'), await store.port.byId('du_2')]).toEqual([before, undefined]);
    });
  });
}
