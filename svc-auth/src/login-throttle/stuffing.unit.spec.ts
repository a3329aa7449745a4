import { describe, expect, it } from '@jest/globals';
import { attemptsInMemory } from './in-memory-attempts.harness.ts';
import { LoginThrottle, TooManyAttemptsError } from './login-throttle.ts';
import { DAY_SECONDS, FAILURES_A_DAY, GUESSING, later } from './throttle-policy.ts';

/** The longest pause: nobody gains by trying more often. */
const STEP_SECONDS = 300;
const start = new Date('2026-01-10T00:00:00.000Z');

/** A day on which every source tries every account until the account takes no more. */
async function stuff(accounts: number, sources: readonly string[]) {
  const state = { now: start };
  const throttle = new LoginThrottle(attemptsInMemory(), { now: () => state.now }, (...parts) => parts.join('|'));
  const guesses = new Map<number, number>();
  const open = new Set(Array.from({ length: accounts }, (_, account) => account));
  const tryOnce = async (account: number, source: string) => {
    try {
      await throttle.admit(`account-${account}`, source);
      guesses.set(account, (guesses.get(account) ?? 0) + 1);
    } catch (error) {
      // Whoever guesses is told too, and spends the day on accounts that still take passwords.
      if (!(error instanceof TooManyAttemptsError)) open.delete(account);
    }
  };
  for (let round = 0; open.size > 0 && state.now < later(start, DAY_SECONDS); round += 1) {
    for (const account of open) await tryOnce(account, sources[(account + round) % sources.length] ?? '');
    state.now = later(state.now, STEP_SECONDS);
  }
  const counts = Array.from({ length: accounts }, (_, account) => guesses.get(account) ?? 0);
  return { most: Math.max(...counts), all: counts.reduce((sum, count) => sum + count, 0) };
}

describe('stuffing', () => {
  it.each([
    ['addresses of IPv4', (source: number) => `198.${source >> 8}.${source & 255}.7`],
    ['networks of one /48 of IPv6', (source: number) => `2001:db8:1:${source.toString(16)}::1`],
    ['addresses of one /64 of IPv6', (source: number) => `2001:db8:1:2::${source.toString(16)}`],
  ])('B7-15 of 200 accounts from 1,000 %s gets the guesses of a day at each of them, and no more', async (_name, addressOf) => {
    // The same with 10,000 accounts: 100 at each, 1,000,000 in all.
    const { most, all } = await stuff(
      200,
      Array.from({ length: 1_000 }, (_, source) => addressOf(source)),
    );
    expect({ most, all }).toEqual({ most: FAILURES_A_DAY, all: 200 * FAILURES_A_DAY });
  });

  it('B9-301 from where nobody knows the network slows nobody else down', async () => {
    const throttle = new LoginThrottle(attemptsInMemory(), { now: () => start }, (...parts) => parts.join('|'));
    for (let account = 0; account < 2 * GUESSING; account += 1) await throttle.admit(`account-${account}`, 'unknown');
    for (let mistyped = 0; mistyped < 3; mistyped += 1) await throttle.admit('somebody', 'unknown');
  });
});
