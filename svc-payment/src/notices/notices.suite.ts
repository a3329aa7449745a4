import { beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, MINUTE_MS } from '@concert/contracts/core/durations';
import type { ProviderNotice } from '../provider/payment-provider.ts';
import { writeAndRollBack, type OpenStore, type Store } from '../store.suite.ts';
import type { MongoNotices } from './mongo-notices.ts';

type Kept = Pick<MongoNotices, 'keep' | 'owed' | 'stillOwed' | 'done' | 'defer'>;

const notice = (id: string, changes: Partial<ProviderNotice> = {}): ProviderNotice => ({
  id,
  type: 'checkout.session.completed',
  about: 'session',
  objectId: 'cs_1',
  objectMadeAt: undefined,
  live: false,
  ...changes,
});

/** What every store of the provider's notices promises. */
export function noticesSuite(open: OpenStore<Kept>): void {
  describe("a store of the provider's notices", () => {
    let store: Store<Kept>;
    const done = (...ids: string[]) => store.transact((transaction) => store.port.done(ids, transaction));
    /** Ids of the notices that will be owed in a while: the process that stored a notice may have a head start. */
    const owed = async (most = 10) => (await store.port.owed(inAWhile(), most)).map(({ notice: { id } }) => id);
    const inAWhile = () => new Date(store.now().getTime() + MINUTE_MS);
    const kept = async (...ids: string[]) => {
      for (const id of ids) {
        await store.port.keep([notice(id)], 'webhook');
        store.pass(MINUTE_MS);
      }
    };

    beforeEach(async () => {
      store = await open();
    });

    it('owes what it was given, with all that is known of it', async () => {
      const bare = notice('evt_1');
      const full = notice('evt_2', { about: 'dispute', objectId: 'du_1', objectMadeAt: new Date('2026-05-01T12:00:00.000Z'), live: true });
      expect(await store.port.keep([bare], 'webhook')).toEqual([{ notice: bare, via: 'webhook', tries: 0 }]);
      store.pass(MINUTE_MS);
      await store.port.keep([full], 'reconciler');
      expect(await store.port.owed(inAWhile(), 10)).toEqual([
        { notice: bare, via: 'webhook', tries: 0 },
        { notice: full, via: 'reconciler', tries: 0 },
      ]);
    });

    it('keeps a notice once, however often and in whatever company it comes', async () => {
      await store.port.keep([notice('evt_1')], 'webhook');
      const fresh = await store.port.keep([notice('evt_1'), notice('evt_2'), notice('evt_2')], 'reconciler');
      expect(fresh.map(({ notice: { id } }) => id)).toEqual(['evt_2']);
      expect((await store.port.owed(inAWhile(), 10)).map(({ notice: { id }, via }) => `${id} ${via}`).toSorted()).toEqual([
        'evt_1 webhook',
        'evt_2 reconciler',
      ]);
    });

    it('owes the oldest first, and none before its time', async () => {
      await kept('evt_2', 'evt_1', 'evt_3');
      expect(await owed()).toEqual(['evt_2', 'evt_1', 'evt_3']);
      expect(await owed(2)).toEqual(['evt_2', 'evt_1']);
      expect(await store.port.owed(new Date(store.now().getTime() - 4 * MINUTE_MS), 10)).toEqual([]);
      // The clock was ahead when they came.
      expect(await store.port.owed(new Date(store.now().getTime() - DAY_MS), 10)).toHaveLength(3);
    });

    it('owes nothing that is done, and says how much of it was not before', async () => {
      await kept('evt_1', 'evt_2');
      expect(await done('evt_1', 'evt_9')).toBe(1);
      expect(await done('evt_1')).toBe(0);
      expect(await done('evt_1', 'evt_2')).toBe(1);
      expect(await owed()).toEqual([]);
      expect(await store.port.keep([notice('evt_1')], 'reconciler')).toEqual([]);
      expect(await owed()).toEqual([]);
    });

    it('says which of some are not carried out', async () => {
      await kept('evt_1', 'evt_2');
      await done('evt_1');
      const stillOwed = await store.transact((transaction) => store.port.stillOwed(['evt_1', 'evt_2', 'evt_9'], transaction));
      expect([...stillOwed]).toEqual(['evt_2']);
    });

    it('puts off what could not be carried out and counts the tries, but nothing that is done', async () => {
      await kept('evt_1', 'evt_2', 'evt_3');
      await done('evt_3');
      const later = new Date(store.now().getTime() + 10 * MINUTE_MS);
      await store.port.defer(['evt_1', 'evt_3'], later);
      expect(await owed()).toEqual(['evt_2']);
      expect((await store.port.owed(later, 10)).map(({ notice: { id }, tries }) => `${id} ${tries}`)).toEqual(['evt_2 0', 'evt_1 1']);
    });

    it('still owes what a transaction that failed carried out', async () => {
      await kept('evt_1');
      await writeAndRollBack(store, (transaction) => store.port.done(['evt_1'], transaction));
      expect(await owed()).toEqual(['evt_1']);
      expect(await done('evt_1')).toBe(1);
    });
  });
}
