import { describe, expect, it } from '@jest/globals';
import { endOfTick } from './end-of-tick.ts';

describe('the end of a turn', () => {
  it('comes once for all who wait for it, after everything that this turn has to do', async () => {
    const done: string[] = [];
    const waiting = [1, 2].map((name) => endOfTick().then(() => done.push(`sent ${name}`)));
    process.nextTick(() => done.push('read'));
    await Promise.resolve().then(() => done.push('asked'));
    waiting.push(endOfTick().then(() => done.push('sent 3')));
    await Promise.all(waiting);
    expect(done).toEqual(['asked', 'read', 'sent 1', 'sent 2', 'sent 3']);
  });

  it('is another one in the next turn', async () => {
    const first = endOfTick();
    await first;
    const second = endOfTick();
    expect(second).not.toBe(first);
    await second;
  });
});
