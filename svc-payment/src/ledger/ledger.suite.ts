import { beforeEach, describe, expect, it } from '@jest/globals';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import { failureOf, freshId, writeAndRollBack, type OpenStore, type Store } from '../store.suite.ts';
import type { LedgerEntry } from './ledger.ts';
import type { MongoLedger } from './mongo-ledger.ts';

type Kept = Pick<MongoLedger, 'add' | 'ofBooking'>;

/** What every ledger promises. */
export function ledgerSuite(open: OpenStore<Kept>): void {
  describe('a ledger', () => {
    let store: Store<Kept>;
    const bookingId = freshId('booking');
    const entry = (movement: string, changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
      kind: 'captured',
      movement,
      bookingId,
      checkoutSessionId: 'cs_1',
      paymentIntentId: 'pi_1',
      amount: { amountMinor: 5_000, currency: 'USD' },
      at: new Date('2026-05-01T12:00:00.000Z'),
      ...changes,
    });
    const add = (made: LedgerEntry) => store.transact((transaction) => store.port.add([made], transaction));

    beforeEach(async () => {
      store = await open();
    });

    it('keeps all that is known of a movement', async () => {
      await add(entry('pi_1'));
      expect(await store.port.ofBooking(bookingId)).toEqual([entry('pi_1')]);
      expect(await store.port.ofBooking(freshId('booking'))).toEqual([]);
    });

    it('counts a movement once, and another kind of it beside', async () => {
      const refunded = entry('re_1', { kind: 'refunded' });
      const reversed = entry('re_1', { kind: 'refund_reversed', at: new Date('2026-05-02T12:00:00.000Z') });
      await add(refunded);
      expect(isDuplicateKey(await failureOf(add(refunded)))).toBe(true);
      await add(reversed);
      expect(await store.port.ofBooking(bookingId)).toEqual([refunded, reversed]);
    });

    it('lists the movements of a booking oldest first', async () => {
      const days = [3, 1, 2].map((day) => entry(`pi_${day}`, { at: new Date(`2026-05-0${day}T12:00:00.000Z`) }));
      for (const each of days) await add(each);
      expect((await store.port.ofBooking(bookingId)).map(({ movement }) => movement)).toEqual(['pi_1', 'pi_2', 'pi_3']);
    });

    it('keeps nothing of a transaction that failed', async () => {
      await writeAndRollBack(store, (transaction) => store.port.add([entry('pi_1')], transaction));
      expect(await store.port.ofBooking(bookingId)).toEqual([]);
    });
  });
}
