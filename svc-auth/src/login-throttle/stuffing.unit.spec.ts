import { describe, expect, it } from '@jest/globals';
import { throttleAt } from './in-memory-attempts.harness.ts';
import { TooManyAttemptsError } from './login-throttle.ts';
import { DAY_SECONDS, MAX_FAILURES_A_DAY, secondsAfter } from './throttle-policy.ts';

/** The longest pause: nobody gains by trying more often. */
const STEP_SECONDS = 300;
const start = new Date('2026-01-10T00:00:00.000Z');

/** A day on which every source tries every account until the account takes no more. */
async function stuff(accounts: number, sources: readonly string[]) {
  const { state, throttle } = throttleAt(start);
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
  for (let round = 0; open.size > 0 && state.now < secondsAfter(start, DAY_SECONDS); round += 1) {
    for (const account of open) await tryOnce(account, sources[(account + round) % sources.length] ?? '');
    state.now = secondsAfter(state.now, STEP_SECONDS);
  }
  const counts = Array.from({ length: accounts }, (_, account) => guesses.get(account) ?? 0);
  return { most: Math.max(...counts), all: counts.reduce((sum, count) => sum + count, 0) };
}

describe('stuffing', () => {
  it.each([
    ['addresses of IPv4', (source: number) => `198.${source >> 8}.${source & 255}.7`, 200 * MAX_FAILURES_A_DAY],
    // One network waits as a whole.
    ['networks of one /48 of IPv6', (source: number) => `2001:db8:1:${source.toString(16)}::1`, 300],
    ['addresses of one /64 of IPv6', (source: number) => `2001:db8:1:2::${source.toString(16)}`, 150],
  ])('B7-515 of 200 accounts from 1,000 %s gets the guesses of a day at each of them, and no more', async (_name, addressOf, wanted) => {
    // The same with 10,000 accounts: 100 at each, 1,000,000 in all.
    const { most, all } = await stuff(
      200,
      Array.from({ length: 1_000 }, (_, source) => addressOf(source)),
    );
    expect(most).toBeLessThanOrEqual(MAX_FAILURES_A_DAY);
    expect(all).toBeLessThanOrEqual(wanted);
  });

  /** Everybody at one address; whoever is honest knows the password. */
  function network(address = '198.51.100.7') {
    const { state, throttle } = throttleAt(start);
    return {
      wait: (seconds: number) => (state.now = secondsAfter(state.now, seconds)),
      enter: async (account: string, knows: boolean, madeAt = new Date(0)): Promise<string> => {
        try {
          const admission = await throttle.admit(account, address);
          if (knows) await admission.succeeded(madeAt);
          return knows ? 'in' : 'wrong';
        } catch (error) {
          return error instanceof TooManyAttemptsError ? 'wait' : 'link';
        }
      },
      mailedLink: (account: string) => throttle.forgive(account, address),
    };
  }
  const told = (answers: readonly string[]) =>
    Object.fromEntries([...Map.groupBy(answers, (answer) => answer)].map(([answer, of]) => [answer, of.length]));

  it.each([
    ['an address of IPv4', '198.51.100.7'],
    ['a /64 of IPv6', '2001:db8:1:2::7'],
  ])('B7-518 one try at each account from %s, ten a second for an hour, is 60 guesses and not 36,000', async (_name, address) => {
    const { enter, wait } = network(address);
    const answers: string[] = [];
    for (let at = 0; at < 36_000; at += 1) {
      answers.push(await enter(`account-${at}`, false));
      wait(0.1);
    }
    expect(told(answers).wrong).toBeLessThanOrEqual(70);
  });

  it.each([
    ['made for it', start, 70],
    ['a week old and more', new Date(0), 260],
  ])(
    'B7-530 accounts of their own, %s, gain whoever guesses from one network nothing, or some 200 guesses a day',
    async (_name, madeAt, most) => {
      const { enter, wait } = network();
      const answers: string[] = [];
      for (let at = 0; at < 36_000; at += 1) {
        answers.push(await enter(`account-${at}`, false));
        // One first sign-in after every three guesses.
        if (at % 3 === 2) await enter(`own-${at}`, true, madeAt);
        wait(0.1);
      }
      expect(told(answers).wrong).toBeLessThanOrEqual(most);
    },
  );

  it('B5-528 codes of six digits, guessed all day from 10,000 networks, open fewer than ten accounts', async () => {
    // Each network of its own, so one stands for all: so many guesses it gets in a day at as many addresses as it likes, five at each code.
    const { enter, wait } = network();
    let guesses = 0;
    for (let at = 0; at < 50_000; at += 1) {
      if ((await enter(`code address-${Math.floor(at / 5)}`, false)) === 'wrong') guesses += 1;
      wait(DAY_SECONDS / 50_000);
    }
    // A guess is right once in a million times, because a code takes five: 10,000,000 of them would open ten.
    expect((10_000 * guesses) / 1_000_000).toBeLessThan(10);
    expect(guesses).toBeLessThanOrEqual(400);
  });

  it('B7-519 whoever is known there is let in meanwhile, and whoever is not, by a mailed link; from then on they are known', async () => {
    const { enter, wait, mailedLink } = network();
    expect(await enter('regular', true)).toBe('in');
    for (let at = 0; at < 2_000; at += 1) {
      await enter(`account-${at}`, false);
      wait(0.1);
    }
    expect([await enter('regular', true), await enter('newcomer', true)]).toEqual(['in', 'link']);
    await mailedLink('newcomer');
    expect(await enter('newcomer', true)).toBe('in');
  });

  it('B7-519 an office, or a mobile carrier, whose people mistype every fourth time is served all along', async () => {
    const { enter, wait } = network();
    const answers: string[] = [];
    for (let person = 0; person < 1_000; person += 1) {
      if (person % 4 === 0) answers.push(await enter(`person-${person}`, false));
      wait(1);
      answers.push(await enter(`person-${person}`, true));
      wait(1);
    }
    expect(told(answers)).toEqual({ wrong: 250, in: 1_000 });
  });

  it('B7-519 B9-538 where the network of requests is not known, it never waits as a whole, nor makes anybody wait', async () => {
    const { enter } = network('unknown');
    const answers: string[] = [];
    for (let at = 0; at < 500; at += 1) answers.push(await enter(`account-${at}`, false));
    for (let mistyped = 0; mistyped < 3; mistyped += 1) answers.push(await enter('somebody', false));
    expect(told(answers)).toEqual({ wrong: 503 });
  });
});
