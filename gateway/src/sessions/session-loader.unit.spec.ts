import type { Identity } from '@concert/contracts/core/identity';
import { authRoutes } from '@concert/contracts/auth/http';
import { inContext, currentContext, type WorkContext } from '@concert/service-kit/process/context';
import { until } from '@concert/test-kit/until';
import { describe, expect, it } from '@jest/globals';
import { MAX_SECRETS, SessionLoader } from './session-loader.ts';

const identityOf = (secret: string) => ({ name: secret }) as Identity;

/** svc-auth, which answers when it is told to. */
function create() {
  const asked: { secrets: readonly string[]; correlationId: string | undefined; answer: () => void; fail: (error: Error) => void }[] = [];
  const loader = new SessionLoader(
    (secrets) =>
      new Promise((resolve, reject) =>
        asked.push({
          secrets,
          correlationId: currentContext()?.correlationId,
          answer: () => resolve(secrets.map((secret) => (secret === 'ended' ? null : identityOf(secret)))),
          fail: reject,
        }),
      ),
  );
  const askedOnce = (count: number) => until(`question ${count} is asked`, () => asked.length, count);
  return { asked, loader, askedOnce };
}

describe('looking up sessions', () => {
  it('asks at once for one alone, and once for all that come while a question is under way, each with its own answer', async () => {
    const { asked, loader, askedOnce } = create();
    const first = loader.identityOf('first');
    expect(asked.map(({ secrets }) => secrets)).toEqual([['first']]);
    const later = ['a', 'ended', 'b'].map((secret) => loader.identityOf(secret));
    expect(asked).toHaveLength(1);
    asked[0]!.answer();
    expect(await first).toEqual(identityOf('first'));
    await askedOnce(2);
    expect(asked[1]!.secrets).toEqual(['a', 'ended', 'b']);
    asked[1]!.answer();
    expect(await Promise.all(later)).toEqual([identityOf('a'), null, identityOf('b')]);
  });

  it('never gives an answer that was asked for before the look-up began', async () => {
    const { asked, loader, askedOnce } = create();
    const before = loader.identityOf('same');
    const after = loader.identityOf('same');
    asked[0]!.answer();
    await before;
    await askedOnce(2);
    asked[1]!.answer();
    await after;
    expect(asked).toHaveLength(2);
  });

  it('fails for those who were asked for together, and for nobody after them', async () => {
    const { asked, loader, askedOnce } = create();
    const failed = loader.identityOf('a');
    const next = loader.identityOf('b');
    asked[0]!.fail(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    await askedOnce(2);
    asked[1]!.answer();
    expect(await next).toEqual(identityOf('b'));
  });

  it('asks for no more at once than the contract takes', async () => {
    const { asked, loader, askedOnce } = create();
    const all = Array.from({ length: MAX_SECRETS + 2 }, (_, index) => loader.identityOf(`${index}`));
    asked[0]!.answer();
    await askedOnce(2);
    asked[1]!.answer();
    await askedOnce(3);
    asked[2]!.answer();
    expect(asked.map(({ secrets }) => secrets.length)).toEqual([1, MAX_SECRETS, 1]);
    expect((await Promise.all(all)).map((identity) => identity?.name)).toEqual(all.map((_, index) => `${index}`));
    const secrets = Array.from({ length: MAX_SECRETS }, () => 's'.repeat(43));
    expect(authRoutes.resolveSessions.body.safeParse({ secrets }).success).toBe(true);
  });

  it('keeps the trace of one that asks alone, and gives those who ask together none of theirs', async () => {
    const { asked, loader, askedOnce } = create();
    const as = (correlationId: string) => inContext({ correlationId } as WorkContext, () => loader.identityOf(correlationId));
    const all = [as('one'), as('two'), as('three')];
    asked[0]!.answer();
    await askedOnce(2);
    asked[1]!.answer();
    await Promise.all(all);
    expect(asked.map(({ correlationId }) => correlationId)).toEqual(['one', undefined]);
  });
});
