import { describe, expect, it } from '@jest/globals';
import { until } from './until.ts';

describe('until', () => {
  it('waits for a value that is named', async () => {
    let looks = 0;
    expect(await until('it is the third look', () => [(looks += 1)], [3], { everyMs: 1 })).toEqual([3]);
    await expect(until('it is closed', () => true, false, { withinMs: 5, everyMs: 1 })).rejects.toThrow('Last seen: true');
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
