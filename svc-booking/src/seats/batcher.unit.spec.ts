import { describe, expect, it } from '@jest/globals';
import type { Outcome } from '@concert/service-kit/idempotency';
import { Batcher, TooBusyError } from './batcher.ts';

function batcher(over: Partial<ConstructorParameters<typeof Batcher<number, string>>[0]> = {}) {
  const commits: number[][] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let time = 0;
  const instance = new Batcher<number, string>({
    most: 3,
    queue: 5,
    patienceMs: 100,
    now: () => time,
    commit: async (requests) => {
      commits.push([...requests]);
      if (commits.length === 1) await gate;
      return requests.map((request): Outcome<string> =>
        request < 0 ? { ok: false, error: new Error('none left') } : { ok: true, value: `seat ${request}` },
      );
    },
    ...over,
  });
  return { instance, commits, open: () => open(), pass: (ms: number) => (time += ms) };
}

describe('gathering requests', () => {
  it('commits one alone at once and what arrives meanwhile together, in order', async () => {
    const { instance, commits, open } = batcher();
    const answers = [1, 2, 3, 4, 5].map((request) => instance.submit(request));
    open();
    expect(await Promise.all(answers)).toEqual(['seat 1', 'seat 2', 'seat 3', 'seat 4', 'seat 5']);
    expect(commits).toEqual([[1], [2, 3, 4], [5]]);
  });
  it('gives each request its own outcome', async () => {
    const { instance, open } = batcher();
    const outcomes = Promise.allSettled([1, -2, 3].map((request) => instance.submit(request)));
    open();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
  it('tries requests apart when together they fail', async () => {
    const tries: number[][] = [];
    const { instance } = batcher({
      commit: (requests) => {
        tries.push([...requests]);
        return requests.includes(2)
          ? Promise.reject(new Error('duplicate'))
          : Promise.resolve(requests.map((request) => ({ ok: true as const, value: `seat ${request}` })));
      },
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((request) => instance.submit(request)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(tries).toEqual([[1], [2, 3], [2], [3]]);
  });
  it('refuses more than may wait, and who waited too long', async () => {
    const { instance, open, pass } = batcher();
    const first = instance.submit(0);
    const waiting = [1, 2, 3, 4, 5].map((request) => instance.submit(request));
    await expect(instance.submit(6)).rejects.toBeInstanceOf(TooBusyError);
    pass(101);
    open();
    expect(await first).toBe('seat 0');
    expect(
      (await Promise.allSettled(waiting)).every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof TooBusyError),
    ).toBe(true);
  });
});
