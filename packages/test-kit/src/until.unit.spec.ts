import { describe, expect, it } from '@jest/globals';
import { atLeast, having, including, moreThan, ofLength, until } from './until.ts';

describe('until', () => {
  it('gives what was accepted', async () => {
    let looks = 0;
    expect(
      await until(
        'it is the third look',
        () => (looks += 1),
        (seen) => seen === 3,
        { everyMs: 1 },
      ),
    ).toBe(3);
  });

  it('waits for a value that is named', async () => {
    let looks = 0;
    expect(await until('it is the third look', () => [(looks += 1)], [3], { everyMs: 1 })).toEqual([3]);
    await expect(until('it is closed', () => true, false, { withinMs: 5, everyMs: 1 })).rejects.toThrow('Last seen: true');
  });

  it('knows the conditions that many wait for', () => {
    expect([atLeast(2)(2), atLeast(2)([1]), moreThan(2)(2), moreThan(0)(['a'])]).toEqual([true, false, false, true]);
    expect([ofLength(1)(['a']), ofLength(1)([]), including('b')('abc'), including('b')(['abc'])]).toEqual([true, false, true, false]);
    const seen = { status: 200, body: { state: 'open', rows: [1] } };
    expect([having({ status: 200, body: { state: 'open' } })(seen), having({ body: { state: 'over' } })(seen)]).toEqual([true, false]);
    expect([having({ state: undefined })(undefined), having({ state: 'open' })(null)]).toEqual([true, false]);
  });

  it('takes a failing look as not yet', async () => {
    let looks = 0;
    const look = () => {
      looks += 1;
      if (looks < 3) throw new Error('connection refused');
      return 'open';
    };
    expect(await until('the door is open', look, Boolean, { everyMs: 1 })).toBe('open');
  });

  it('says what it waited for and what it saw last', async () => {
    const waiting = until(
      'the booking is paid',
      () => ({ status: 'pending' }),
      ({ status }) => status === 'paid',
      { withinMs: 20, everyMs: 5 },
    );
    await expect(waiting).rejects.toThrow(/until the booking is paid\. Last seen: \{ status: 'pending' \}/);
  });

  it('says how the last look failed', async () => {
    const waiting = until('the door is open', () => Promise.reject(new Error('connection refused')), Boolean, { withinMs: 20, everyMs: 5 });
    await expect(waiting).rejects.toThrow(/Last seen: a failure: connection refused/);
  });

  it('keeps its deadline when a look never answers', async () => {
    const waiting = until('somebody answers', () => new Promise<boolean>(() => undefined), Boolean, { withinMs: 30, everyMs: 5 });
    await expect(waiting).rejects.toThrow(/somebody answers/);
  });

  it('ends early when the signal says so', async () => {
    const gone = new AbortController();
    const waiting = until('it is ready', () => false, Boolean, { withinMs: 60_000, everyMs: 5, signal: gone.signal });
    gone.abort(new Error('the process ended'));
    await expect(waiting).rejects.toThrow();
  });
});
