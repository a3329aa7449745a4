import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { MongoAttempts } from './mongo-attempts.ts';
import { secondsAfter, type Attempts } from './throttle-policy.ts';

/**
 * What every store of attempts promises.
 * @param now the time of the store; what it keeps is not forgotten by itself for a day from then
 */
export function attemptsSuite(open: () => MongoAttempts, now: () => Date): void {
  describe('a store of attempts', () => {
    let store: MongoAttempts;
    let key: string;
    const made = (count: number, nextSeconds = 0): Attempts => ({
      count,
      nextAt: secondsAfter(now(), nextSeconds),
      forgetAt: secondsAfter(now(), 3_600),
    });

    beforeEach(() => {
      store = open();
      key = randomUUID();
    });

    it('knows nothing of a key nobody used', async () => {
      expect([await store.of(key), await store.isKnown(key)]).toEqual([undefined, false]);
      await store.takeBack(key, now());
      await store.forget(key);
      expect(await store.of(key)).toBeUndefined();
    });

    it('replaces what is still as it was read', async () => {
      expect(await store.replace(key, undefined, made(1))).toBe(true);
      expect(await store.of(key)).toEqual(made(1));
      expect(await store.replace(key, made(1), made(2, 4))).toBe(true);
      expect(await store.of(key)).toEqual(made(2, 4));
      expect(await store.of(randomUUID())).toBeUndefined();
    });

    it('replaces nothing where another attempt came in between, or another pause', async () => {
      await store.replace(key, undefined, made(2, 4));
      for (const read of [undefined, made(1, 4), made(2)]) expect(await store.replace(key, read, made(3))).toBe(false);
      expect(await store.of(key)).toEqual(made(2, 4));
    });

    it.each([undefined, 1])('lets one of many count that read the same at once (%s)', async (count) => {
      const read = count === undefined ? undefined : made(count);
      if (read) await store.replace(key, undefined, read);
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.replace(key, read, made((count ?? 0) + 1))));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
    });

    it('adds one to whatever the count is, without a pause, and begins again once the others count for nothing', async () => {
      await Promise.all(Array.from({ length: 10 }, () => store.add(key, now(), secondsAfter(now(), 60))));
      expect(await store.of(key)).toEqual({ count: 10, nextAt: now(), forgetAt: secondsAfter(now(), 60) });
      await store.add(key, secondsAfter(now(), 60), secondsAfter(now(), 120));
      expect(await store.of(key)).toEqual({ count: 1, nextAt: secondsAfter(now(), 60), forgetAt: secondsAfter(now(), 120) });
    });

    it('counts in a window that the first one begins, also those at one moment', async () => {
      const add = (seconds: number) => store.addWithin(key, secondsAfter(now(), seconds), secondsAfter(now(), seconds + 60));
      expect((await Promise.all(Array.from({ length: 10 }, () => add(0)))).toSorted((a, b) => a - b)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
      ]);
      expect([await add(59), await add(60), await add(61)]).toEqual([11, 1, 2]);
    });

    it('takes one or more back, with their pause, and never more than there were', async () => {
      await store.replace(key, undefined, made(2, 9));
      await store.takeBack(key, secondsAfter(now(), 1));
      expect(await store.of(key)).toEqual({ ...made(1), nextAt: secondsAfter(now(), 1) });
      await store.takeBack(key, now(), 2);
      expect((await store.of(key))?.count).toBe(0);
    });

    it('forgets the attempts of a key, and not that its owner came from there', async () => {
      await store.add(key, now(), secondsAfter(now(), 60));
      await store.remember(key, secondsAfter(now(), 60));
      await store.remember(key, secondsAfter(now(), 120));
      await store.forget(key);
      expect([await store.of(key), await store.isKnown(key), await store.isKnown(randomUUID())]).toEqual([undefined, true, false]);
    });
  });
}
