import type { Identity } from '@concert/contracts/core/identity';
import { authRoutes } from '@concert/contracts/auth/http';
import { inContext, currentContext, type WorkContext } from '@concert/service-kit/context';
import { until } from '@concert/test-kit/until';
import { describe, expect, it } from '@jest/globals';
import { MAX_SECRETS, SessionQuestions } from './session-questions.ts';

const identityOf = (secret: string) => ({ name: secret }) as Identity;

/** svc-auth, which answers when it is told to. */
function create(now?: () => number) {
  const asked: { secrets: readonly string[]; correlationId: string | undefined; answer: () => void; fail: (error: Error) => void }[] = [];
  const questions = new SessionQuestions(
    (secrets) =>
      new Promise((resolve, reject) =>
        asked.push({
          secrets,
          correlationId: currentContext()?.correlationId,
          answer: () => resolve(secrets.map((secret) => (secret === 'ended' ? null : identityOf(secret)))),
          fail: reject,
        }),
      ),
    now,
  );
  const askedOnce = (count: number) =>
    until(
      `question ${count} is asked`,
      () => asked.length,
      (length) => length === count,
    );
  return { asked, questions, askedOnce };
}

describe('looking up sessions', () => {
  it('asks at once for one alone, and once for all that come while a question is under way, each with its own answer', async () => {
    const { asked, questions, askedOnce } = create();
    const first = questions.identityOf('first');
    expect(asked.map(({ secrets }) => secrets)).toEqual([['first']]);
    const later = ['a', 'ended', 'b'].map((secret) => questions.identityOf(secret));
    expect(asked).toHaveLength(1);
    asked[0]!.answer();
    expect(await first).toEqual(identityOf('first'));
    await askedOnce(2);
    expect(asked[1]!.secrets).toEqual(['a', 'ended', 'b']);
    asked[1]!.answer();
    expect(await Promise.all(later)).toEqual([identityOf('a'), null, identityOf('b')]);
  });

  it('asks for few people at once, and in a rush for those who come within some milliseconds together', async () => {
    const { asked, questions, askedOnce } = create(() => 0);
    const few = Array.from({ length: 7 }, (_, index) => questions.identityOf(`${index}`));
    asked[0]!.answer();
    await few[0];
    expect(asked.map(({ secrets }) => secrets.length)).toEqual([1, 6]);
    const eighth = questions.identityOf('eighth');
    asked[1]!.answer();
    await Promise.all(few);
    // Eight have come now.
    expect(asked).toHaveLength(2);
    const ninth = questions.identityOf('ninth');
    await askedOnce(3);
    expect(asked[2]!.secrets).toEqual(['eighth', 'ninth']);
    asked[2]!.answer();
    expect(await Promise.all([eighth, ninth])).toEqual([identityOf('eighth'), identityOf('ninth')]);
    const many = Array.from({ length: 8 }, (_, index) => questions.identityOf(`${index}`));
    // Eight wait for nobody.
    expect(asked.at(-1)!.secrets).toHaveLength(8);
    asked.at(-1)!.answer();
    await Promise.all(many);
    expect(asked).toHaveLength(4);
  });

  it.each([
    { from: 20, at: 114, isAsked: false, when: 'less than 25 ms after the question before' },
    { from: 20, at: 115, isAsked: true, when: '25 ms after it' },
    { from: 0, at: 99, isAsked: false, when: 'when eight came within less than 100 ms' },
    { from: 0, at: 100, isAsked: true, when: 'when they took 100 ms' },
  ])('asks at once: $isAsked, $when', async ({ from, at, isAsked }) => {
    let ms = from;
    const { asked, questions, askedOnce } = create(() => ms);
    const six = Array.from({ length: 6 }, (_, index) => questions.identityOf(`${index}`));
    asked[0]!.answer();
    await six[0];
    asked[1]!.answer();
    await Promise.all(six);
    ms = 90;
    const seventh = questions.identityOf('seventh');
    asked[2]!.answer();
    await seventh;
    ms = at;
    const eighth = questions.identityOf('eighth');
    expect(asked).toHaveLength(isAsked ? 4 : 3);
    await askedOnce(4);
    asked[3]!.answer();
    expect(await eighth).toEqual(identityOf('eighth'));
  });

  it('never gives an answer that was asked for before the look-up began', async () => {
    const { asked, questions, askedOnce } = create();
    const before = questions.identityOf('same');
    const after = questions.identityOf('same');
    asked[0]!.answer();
    await before;
    await askedOnce(2);
    asked[1]!.answer();
    await after;
    expect(asked).toHaveLength(2);
  });

  it('does not let others wait behind a question that is slow', async () => {
    const { asked, questions, askedOnce } = create();
    const slow = questions.identityOf('slow');
    const quick = questions.identityOf('quick');
    await askedOnce(2);
    asked[1]!.answer();
    expect(await quick).toEqual(identityOf('quick'));
    asked[0]!.answer();
    expect(await slow).toEqual(identityOf('slow'));
  });

  it('fails for those who were asked for together, and for nobody after them', async () => {
    const { asked, questions, askedOnce } = create();
    const failed = questions.identityOf('a');
    const next = questions.identityOf('b');
    asked[0]!.fail(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    await askedOnce(2);
    asked[1]!.answer();
    expect(await next).toEqual(identityOf('b'));
  });

  it('asks for no more at once than the contract takes', async () => {
    const { asked, questions } = create();
    const all = Array.from({ length: MAX_SECRETS + 2 }, (_, index) => questions.identityOf(`${index}`));
    asked[0]!.answer();
    await all[0];
    // Whoever found no place in one question does not wait for its answer.
    expect(asked.map(({ secrets }) => secrets.length)).toEqual([1, MAX_SECRETS, 1]);
    asked[1]!.answer();
    asked[2]!.answer();
    expect((await Promise.all(all)).map((identity) => identity?.name)).toEqual(all.map((_, index) => `${index}`));
    const secrets = Array.from({ length: MAX_SECRETS }, () => 's'.repeat(43));
    expect(authRoutes.resolveSessions.body.safeParse({ secrets }).success).toBe(true);
  });

  it('keeps the trace of one that asks alone, and gives those who ask together none of theirs', async () => {
    const { asked, questions, askedOnce } = create();
    const as = (correlationId: string) => inContext({ correlationId } as WorkContext, () => questions.identityOf(correlationId));
    const all = [as('one'), as('two'), as('three')];
    asked[0]!.answer();
    await askedOnce(2);
    asked[1]!.answer();
    await Promise.all(all);
    expect(asked.map(({ correlationId }) => correlationId)).toEqual(['one', undefined]);
  });
});
