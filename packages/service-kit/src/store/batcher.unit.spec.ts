import { describe, expect, it } from '@jest/globals';
import { Batcher, TooBusyError, type BatcherOptions } from './batcher.ts';
import { currentContext, inContext } from '../process/context.ts';
import type { Outcome } from './outcome.ts';

function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}

const seat = (request: number): Outcome<string> =>
  request < 0 ? { ok: false, error: new Error('none left') } : { ok: true, value: `seat ${request}` };

/** A batcher whose first commit waits at a gate. */
function batcher(over: Partial<BatcherOptions<number, string>> = {}) {
  const commits: number[][] = [];
  const first = gate();
  let time = 0;
  const instance = new Batcher<number, string>({
    most: 3,
    queue: 5,
    patienceMs: 100,
    now: () => time,
    commit: async (requests) => {
      commits.push([...requests]);
      if (commits.length === 1) await first.opened;
      return requests.map(seat);
    },
    ...over,
  });
  return { instance, commits, open: first.open, pass: (ms: number) => (time += ms) };
}

const nextTurn = () => new Promise(setImmediate);

describe('requests that meet', () => {
  it('are committed together: one alone at once, and what arrives meanwhile next, in order', async () => {
    const { instance, commits, open } = batcher();
    const first = instance.submit(1);
    await nextTurn();
    const answers = [first, ...[2, 3, 4, 5].map((request) => instance.submit(request))];
    expect(commits).toEqual([[1]]);
    open();
    expect(await Promise.all(answers)).toEqual(['seat 1', 'seat 2', 'seat 3', 'seat 4', 'seat 5']);
    expect(commits).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('in one turn of the event loop are committed together, also when nothing runs', async () => {
    const { instance, commits, open } = batcher();
    const answers = [1, 2, 3, 4].map((request) => instance.submit(request));
    await nextTurn();
    expect(commits).toEqual([[1, 2, 3]]);
    open();
    await Promise.all(answers);
    expect(commits).toEqual([[1, 2, 3], [4]]);
  });

  it('are committed in the context of none of them', async () => {
    const seen: unknown[] = [];
    const { instance } = batcher({
      commit: (requests) => {
        seen.push(currentContext());
        return Promise.resolve(requests.map(seat));
      },
    });
    await inContext({ correlationId: 'a', traceId: 'b', traceparent: 'c' }, () => instance.submit(1));
    expect(seen).toEqual([undefined]);
  });
});

describe('a batch that fails', () => {
  const failsWith = async (bad: ReadonlySet<number>, error: Error) => {
    const tries: number[][] = [];
    const first = gate();
    const { instance } = batcher({
      most: 100,
      queue: 100,
      commit: async (requests) => {
        tries.push([...requests]);
        if (tries.length === 1) await first.opened;
        if (requests.some((request) => bad.has(request))) throw error;
        return requests.map(seat);
      },
    });
    const alone = instance.submit(0);
    await nextTurn();
    const outcomes = Promise.allSettled([alone, ...Array.from({ length: 16 }, (_, index) => instance.submit(index + 1))]);
    first.open();
    return { tries, outcomes: await outcomes };
  };

  it('is halved until the bad one is found; all others are committed', async () => {
    const { tries, outcomes } = await failsWith(new Set([9]), new Error('too large'));
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(Array.from({ length: 17 }, (_, index) => index !== 9));
    // One try for the bad request alone, one for all sixteen, then two for each halving, instead of one try for each request.
    expect(tries).toHaveLength(2 + 2 * Math.log2(16));
  });

  it('is not tried apart when what it needs is away', async () => {
    const away = Object.assign(new Error('gone'), { name: 'MongoNetworkError' });
    const { tries, outcomes } = await failsWith(new Set([9]), away);
    expect(outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason === away)).toHaveLength(16);
    expect(tries).toHaveLength(2);
  });
});

describe('who waits', () => {
  it('is refused when too many do, or when it took too long', async () => {
    const { instance, open, pass } = batcher();
    const first = instance.submit(0);
    await nextTurn();
    const waiting = [1, 2, 3, 4, 5].map((request) => instance.submit(request));
    await expect(instance.submit(6)).rejects.toBeInstanceOf(TooBusyError);
    pass(101);
    open();
    expect(await first).toBe('seat 0');
    expect(
      (await Promise.allSettled(waiting)).every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof TooBusyError),
    ).toBe(true);
  });

  it('is refused at once when the commits before it will take longer than its patience', async () => {
    const gates = [gate(), gate(), gate()];
    let time = 0;
    let commits = 0;
    const instance = new Batcher<number, string>({
      most: 2,
      queue: 100,
      patienceMs: 100,
      now: () => time,
      commit: async (requests) => {
        await gates[commits++]?.opened;
        return requests.map(seat);
      },
    });
    const first = instance.submit(0);
    await nextTurn();
    time = 60;
    gates[0]!.open();
    await first;
    await nextTurn();
    // A commit takes 60 ms. Ahead of the sixth request are the current commit and two full batches.
    const running = instance.submit(1);
    await nextTurn();
    const served = [running, ...[2, 3, 4, 5].map((request) => instance.submit(request))];
    await expect(instance.submit(6)).rejects.toBeInstanceOf(TooBusyError);
    const patient = instance.submit(7, Number.POSITIVE_INFINITY);
    gates[1]!.open();
    expect(await served[0]).toBe('seat 1');
    await nextTurn();
    time = 161;
    // The current commit has already run longer than any request may wait.
    await expect(instance.submit(8)).rejects.toBeInstanceOf(TooBusyError);
    time = 100;
    gates[2]!.open();
    expect(await Promise.all([...served, patient])).toHaveLength(6);
  });
});
