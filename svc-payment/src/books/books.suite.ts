import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BalanceMovement } from '../provider/payment-provider.ts';
import { freshId, writeAndRollBack, type OpenStore, type Store } from '../store.suite.ts';
import type { BookCell } from './books.ts';
import type { MongoBooks } from './mongo-books.ts';

type Kept = Pick<
  MongoBooks,
  'unknownOf' | 'ownersOf' | 'keep' | 'cells' | 'held' | 'reading' | 'noteReading' | 'unknownWarnings' | 'addWarning' | 'warnings'
>;

const AT = new Date('2026-05-01T23:30:00.000Z');
const charge = { bookingId: freshId('booking'), category: 'VIP Seating' } as const;

const movement = (id: string, changes: Partial<BalanceMovement> = {}): BalanceMovement => ({
  ...{ id, line: 'charged', amount: { amountMinor: 4_500, currency: 'EUR' }, feeMinor: 175, sourceId: `ch_${id}`, soldMinor: 5_000 },
  ...{ paymentIntentId: 'pi_1', bookingId: undefined, category: undefined, createdAt: AT },
  ...changes,
});
const refund = movement('txn_2', { line: 'refunded', amount: { amountMinor: -900, currency: 'EUR' }, feeMinor: 0, soldMinor: -1_000 });
const taken = movement('txn_3', { line: 'lost', amount: { amountMinor: -3_700, currency: 'EUR' }, feeMinor: 1_500, soldMinor: -4_000 });
const payout = movement('txn_4', { line: 'paid out', paymentIntentId: undefined, soldMinor: 0 });

/** What every store of the account's movements promises. */
export function booksSuite(open: OpenStore<Kept>): void {
  describe('the books', () => {
    let store: Store<Kept>;
    const owners = new Map([['pi_1', charge]]);
    const added = async (until: Date) => {
      const cells = await store.port.cells('UTC', until);
      const key = ({ line, isOurs, category }: BookCell) => [line, isOurs, category].join();
      return [...Map.groupBy(cells, key)].map(([of, some]) => [of, some.reduce((sum, row) => sum + row.amountMinor, 0)]).sort();
    };
    const VIP = ['charged,true,VIP Seating', 4_500];

    beforeEach(async () => {
      store = await open();
    });

    it('keep each movement once, and know whose a refund is although its payment is seen later', async () => {
      await store.port.keep([refund, payout], new Map(), AT);
      expect(await store.port.unknownOf([refund, payout, taken])).toEqual([refund, taken]);
      expect(await added(AT)).toEqual([
        ['paid out,false,', 4_500],
        ['refunded,false,', -900],
      ]);
      const paid = movement('txn_1', charge);
      await store.port.keep([paid, refund], owners, AT);
      await store.port.keep([paid, taken], await store.port.ownersOf(['pi_1', 'pi_2']), AT);
      expect(await store.port.unknownOf([paid, refund, payout, taken])).toEqual([]);
      expect(await added(AT)).toEqual([
        VIP,
        ['lost,true,VIP Seating', -3_700],
        ['paid out,false,', 4_500],
        ['refunded,true,VIP Seating', -900],
      ]);
      expect(await store.port.held()).toEqual([{ paymentIntentId: 'pi_1', bookingId: charge.bookingId, heldMinor: 0, lostMinor: 4_000 }]);
      expect(await store.port.held(['pi_2'])).toEqual([]);
    });

    it('add up what was read until a moment', async () => {
      await store.port.keep([movement('txn_1', charge)], owners, AT);
      await store.port.keep([taken], owners, new Date(AT.getTime() + 1));
      expect(await added(AT)).toEqual([VIP]);
    });

    it('keep the latest reading of the account', async () => {
      const reading = { at: AT, balance: [{ currency: 'EUR', availableMinor: 1, pendingMinor: 2 }], payouts: [] };
      await store.port.noteReading(reading);
      await store.port.noteReading({ ...reading, at: new Date(0), balance: [] });
      expect(await store.port.reading()).toMatchObject(reading);
    });

    it('keep a warning once, newest first, and none of a transaction that failed', async () => {
      const warning = (id: string, warnedAt: Date) => ({ _id: id, bookingId: charge.bookingId, paymentIntentId: 'pi_1', warnedAt });
      const add = (id: string, at: Date) => store.transact((transaction) => store.port.addWarning(warning(id, at), transaction));
      await writeAndRollBack(store, (transaction) => store.port.addWarning(warning('issfr_1', AT), transaction));
      expect(await store.port.warnings()).toEqual([]);
      await add('issfr_1', new Date(0));
      await add('issfr_2', AT);
      await expect(add('issfr_1', AT)).rejects.toMatchObject({ code: 11_000 });
      expect((await store.port.warnings()).map(({ _id }) => _id)).toEqual(['issfr_2', 'issfr_1']);
      const seen = ['issfr_1', 'issfr_3'].map((id) => ({ id, paymentIntentId: 'pi_1', warnedAt: AT, isActionable: true }));
      expect((await store.port.unknownWarnings(seen)).map(({ id }) => id)).toEqual(['issfr_3']);
    });
  });
}
