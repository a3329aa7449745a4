import { describe, expect, it } from '@jest/globals';
import { TooManyAttemptsError } from './login-throttle.ts';
import {
  ATTACK_ATTEMPTS,
  countAttempt,
  DAY_SECONDS,
  MAX_FAILURES_A_DAY,
  FORGET_SECONDS,
  GUESSING_ATTEMPTS,
  secondsAfter,
  policyFor,
  SITE_POLICY,
  SITE_GUESSING_ATTEMPTS,
  type Attempts,
  type ThrottlePolicy,
} from './throttle-policy.ts';
import { throttleAt } from './in-memory-attempts.harness.ts';

const now = new Date('2026-01-10T18:00:00Z');
const policy: ThrottlePolicy = { free: 5, maxSeconds: 300 };
const attempts = (count: number, nextAt = now): Attempts => ({ count, nextAt, forgetAt: secondsAfter(now, FORGET_SECONDS) });
const pauseAfter = (count: number): number => {
  const outcome = countAttempt(count === 1 ? undefined : attempts(count - 1), policy, now);
  if ('waitSeconds' in outcome) throw new Error('was not let through');
  expect(outcome.attempts.count).toBe(count);
  return (outcome.attempts.nextAt.getTime() - now.getTime()) / 1_000;
};

describe('the policy', () => {
  it('costs nothing for the first attempts, then twice as much each time, up to a limit', () => {
    expect([1, 2, 5, 6, 7, 8, 13, 14, 1_000].map(pauseAfter)).toEqual([0, 0, 0, 2, 4, 8, 256, 300, 300]);
  });

  it('lets nobody through before the pause is over, and says how long it is', () => {
    expect(countAttempt(attempts(7, secondsAfter(now, 4)), policy, now)).toEqual({ waitSeconds: 4 });
    expect(countAttempt(attempts(7, new Date(now.getTime() + 1)), policy, now)).toEqual({ waitSeconds: 1 });
    expect(countAttempt(attempts(7, now), policy, now)).toMatchObject({ attempts: { count: 8 } });
  });

  it('forgets attempts when their time is over', () => {
    expect(countAttempt({ count: 1_000, nextAt: secondsAfter(now, 9_999), forgetAt: now }, policy, now)).toMatchObject({
      attempts: { count: 1, nextAt: now },
    });
  });

  it('does not count attempts of a clock that was two days ahead', () => {
    const [nextAt, forgetAt] = [300, FORGET_SECONDS].map((seconds) => secondsAfter(now, 2 * DAY_SECONDS + seconds)) as [Date, Date];
    expect(countAttempt({ count: 1_000, nextAt, forgetAt }, policy, now)).toMatchObject({ attempts: { count: 1 } });
  });

  it('is stricter with strangers while an account is attacked or a place guesses, not with places its owner came from', () => {
    const free = (onAccount: number, fromPlace: number, fromSite: number, known = false) =>
      policyFor({ onAccount, fromPlace, fromSite }, known).free;
    expect([
      free(ATTACK_ATTEMPTS - 1, GUESSING_ATTEMPTS - 1, SITE_GUESSING_ATTEMPTS - 1),
      free(ATTACK_ATTEMPTS, 0, 0),
      free(0, GUESSING_ATTEMPTS, 0),
      free(0, 0, SITE_GUESSING_ATTEMPTS),
      free(ATTACK_ATTEMPTS, GUESSING_ATTEMPTS, SITE_GUESSING_ATTEMPTS, true),
    ]).toEqual([5, 1, 1, 1, 5]);
  });
});

describe('the login throttle', () => {
  it('takes the right password on the sixth attempt, and a seventh wrong one only after a pause', async () => {
    const { state, throttle: slow } = throttleAt(now);
    for (let attempt = 0; attempt < 5; attempt += 1) await slow.admit('anna', 'here');
    await (await slow.admit('anna', 'here')).succeeded(new Date(0));
    for (let attempt = 0; attempt < 6; attempt += 1) await slow.admit('anna', 'here');
    await expect(slow.admit('anna', 'here')).rejects.toEqual(new TooManyAttemptsError(2));
    state.now = secondsAfter(now, 2);
    await slow.admit('anna', 'here');
  });

  it('takes so many failures a day on one account from unknown places, also of an address nobody has, and begins again a day later', async () => {
    const { state, throttle: slow } = throttleAt(now);
    for (let place = 0; place < 3; place += 1) await (await slow.admit('anna', `right-${place}`)).succeeded(new Date(0));
    const first = state.now;
    for (let place = 0; place < MAX_FAILURES_A_DAY; place += 1) {
      await slow.admit('anna', `place-${place}`);
      state.now = secondsAfter(state.now, 600);
    }
    const refused = { code: 'auth.sign_in_link_needed' };
    await expect(slow.admit('anna', 'hotel')).rejects.toMatchObject(refused);
    state.now = secondsAfter(first, DAY_SECONDS - 1);
    await expect(slow.admit('anna', 'hotel')).rejects.toMatchObject(refused);
    state.now = secondsAfter(first, DAY_SECONDS + 1);
    await slow.admit('anna', 'hotel');
  });

  it('counts failures of one account that arrive together from everywhere', async () => {
    const { throttle: slow } = throttleAt(now);
    const outcomes = await Promise.allSettled(Array.from({ length: 500 }, (_, place) => slow.admit('anna', `place-${place}`)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_FAILURES_A_DAY);
  });

  it('counts a whole /48 of IPv6 on one account, from whichever of its networks, and makes its neighbours wait for nothing', async () => {
    const { throttle: slow } = throttleAt(now);
    const from = (network: number) => `2001:db8:1:${network.toString(16)}::1`;
    for (let network = 0; network <= SITE_POLICY.free; network += 1) await slow.admit('anna', from(network));
    await expect(slow.admit('anna', from(999))).rejects.toEqual(new TooManyAttemptsError(2));
    await slow.admit('anna', '2001:db8:2::1');
    await (await slow.admit('ben', from(999))).succeeded(new Date(0));
  });

  it('lets a campus of one /48 sign in, everybody from a network of their own', async () => {
    const { throttle: slow } = throttleAt(now);
    for (let person = 0; person < 1_000; person += 1)
      await (await slow.admit(`person-${person}`, `2001:db8:1:${person.toString(16)}::1`)).succeeded(new Date(0));
  });

  it('gives a place that guesses on many accounts one attempt on each, and those who came from it before all of theirs', async () => {
    const { throttle: slow } = throttleAt(now);
    await (await slow.admit('anna', 'office')).succeeded(new Date(0));
    // Honest people among them: it is not a place whose guesses nearly all fail.
    for (let person = 0; person < GUESSING_ATTEMPTS; person += 1)
      await (await slow.admit(`person-${person}`, 'office')).succeeded(new Date(0));
    for (let account = 0; account < GUESSING_ATTEMPTS; account += 1) await slow.admit(`account-${account}`, 'office');
    await slow.admit('account-99', 'office');
    await slow.admit('account-99', 'office');
    await expect(slow.admit('account-99', 'office')).rejects.toEqual(new TooManyAttemptsError(2));
    for (let attempt = 0; attempt < 5; attempt += 1) await slow.admit('anna', 'office');
    await (await slow.admit('anna', 'office')).succeeded(new Date(0));
  });
});
