import { describe, expect, it } from '@jest/globals';
import { SlowDown, TooManyAttemptsError } from './slow-down.ts';
import { ATTACK, FORGET_SECONDS, GUESSING, later, oneMore, paceOf, type Pace, type Tally } from './slowing.ts';
import type { TriesRepository } from './tries.repository.ts';

const now = new Date('2026-01-10T18:00:00Z');
const pace: Pace = { free: 5, longestSeconds: 300 };
const tally = (count: number, nextAt = now): Tally => ({ count, nextAt, forgetAt: later(now, FORGET_SECONDS) });
const pauseAfter = (count: number): number => {
  const outcome = oneMore(count === 1 ? undefined : tally(count - 1), pace, now);
  if ('waitSeconds' in outcome) throw new Error('was not let through');
  expect(outcome.tally.count).toBe(count);
  return (outcome.tally.nextAt.getTime() - now.getTime()) / 1_000;
};

describe('slowing', () => {
  it('costs nothing for the first tries, then twice as much each time, up to a limit', () => {
    expect([1, 2, 5, 6, 7, 8, 13, 14, 1_000].map(pauseAfter)).toEqual([0, 0, 0, 2, 4, 8, 256, 300, 300]);
  });

  it('lets nobody through before the pause is over, and says how long it is', () => {
    expect(oneMore(tally(7, later(now, 4)), pace, now)).toEqual({ waitSeconds: 4 });
    expect(oneMore(tally(7, new Date(now.getTime() + 1)), pace, now)).toEqual({ waitSeconds: 1 });
    expect(oneMore(tally(7, now), pace, now)).toMatchObject({ tally: { count: 8 } });
  });

  it('forgets', () => {
    expect(oneMore({ count: 1_000, nextAt: later(now, 9_999), forgetAt: now }, pace, now)).toMatchObject({
      tally: { count: 1, nextAt: now },
    });
  });

  it('is stricter with strangers while an account is attacked or a place guesses, not with places its owner came from', () => {
    const free = (onAccount: number, fromPlace: number, known: boolean) => paceOf({ onAccount, fromPlace }, known).free;
    expect([free(ATTACK - 1, GUESSING - 1, false), free(ATTACK, 0, false), free(0, GUESSING, false), free(ATTACK, GUESSING, true)]).toEqual(
      [5, 1, 1, 5],
    );
  });
});

/** Keeps tallies in memory, with the rule of the port: a replacement counts only when nothing came in between. */
function remembering(): TriesRepository {
  const tallies = new Map<string, Tally>();
  const places = new Set<string>();
  return {
    of: async (key) => tallies.get(key),
    replace: async (key, read, next) => {
      if (tallies.get(key)?.count !== read?.count) return false;
      tallies.set(key, next);
      return true;
    },
    add: async (key, at, forgetAt) => void tallies.set(key, { count: (tallies.get(key)?.count ?? 0) + 1, nextAt: at, forgetAt }),
    takeBack: async (key, at) => {
      const found = tallies.get(key);
      if (found) tallies.set(key, { ...found, count: found.count - 1, nextAt: at });
    },
    forget: async (key) => void tallies.delete(key),
    isKnown: async (key) => places.has(key),
    remember: async (key) => void places.add(key),
  };
}

function create() {
  const state = { now };
  return { state, slow: new SlowDown(remembering(), { now: () => state.now }, (...parts) => parts.join('|')) };
}

describe('slowing down', () => {
  it('takes the right password on the sixth try, and a seventh wrong one only after a pause', async () => {
    const { state, slow } = create();
    for (let tries = 0; tries < 5; tries += 1) await slow.admit('anna', 'here');
    await (await slow.admit('anna', 'here')).succeeded();
    for (let tries = 0; tries < 6; tries += 1) await slow.admit('anna', 'here');
    await expect(slow.admit('anna', 'here')).rejects.toEqual(new TooManyAttemptsError(2));
    state.now = later(now, 2);
    await slow.admit('anna', 'here');
  });

  it('lets the owner in at once from elsewhere while thousands of places guess', async () => {
    const { slow } = create();
    for (let place = 0; place < 2_000; place += 1) await slow.admit('anna', `place-${place}`);
    await slow.admit('anna', 'place-1999');
    await expect(slow.admit('anna', 'place-1999')).rejects.toEqual(new TooManyAttemptsError(2));
    await (await slow.admit('anna', 'home')).succeeded();
  });

  it('gives a place that guesses on many accounts one try on each, and those who came from it before all of theirs', async () => {
    const { slow } = create();
    await (await slow.admit('anna', 'office')).succeeded();
    for (let account = 0; account < GUESSING; account += 1) await slow.admit(`account-${account}`, 'office');
    await slow.admit('account-99', 'office');
    await slow.admit('account-99', 'office');
    await expect(slow.admit('account-99', 'office')).rejects.toEqual(new TooManyAttemptsError(2));
    for (let tries = 0; tries < 5; tries += 1) await slow.admit('anna', 'office');
    await (await slow.admit('anna', 'office')).succeeded();
  });

  it('locks nobody out of a school because one of them fails, however often and at however many accounts', async () => {
    const { slow } = create();
    for (let account = 0; account < 200; account += 1)
      for (let tries = 0; tries < 3; tries += 1) await slow.admit(`account-${account}`, 'school').catch(() => undefined);
    for (let person = 0; person < 30; person += 1) await (await slow.admit(`pupil-${person}`, 'school')).succeeded();
  });

  it('takes a whole /64 of IPv6 for one place', async () => {
    const { slow } = create();
    for (let tries = 0; tries < 6; tries += 1) await slow.admit('anna', `2001:db8:1:2::${tries}`);
    await expect(slow.admit('anna', '2001:db8:1:2:ffff::9')).rejects.toEqual(new TooManyAttemptsError(2));
    await slow.admit('anna', '2001:db8:1:3::1');
  });

  it('counts tries that arrive together', async () => {
    const { slow } = create();
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => slow.admit('anna', 'here')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(6);
  });
});
