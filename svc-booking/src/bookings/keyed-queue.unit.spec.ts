import { describe, expect, it } from '@jest/globals';
import { KeyedQueue } from './keyed-queue.ts';

describe('B1-529 the work of one account or network', () => {
  it('is done one after the other, also after a failure, and waits for nobody else', async () => {
    const queue = new KeyedQueue();
    const done: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const step =
      (name: string, work: () => Promise<unknown> = async () => undefined) =>
      async () => {
        await work();
        done.push(name);
        return name;
      };
    const first = queue.run(
      'a',
      step('a1', () => gate.promise),
    );
    const failing = queue.run('a', () => Promise.reject(new Error('no')));
    const third = queue.run('a', step('a3'));
    expect(await Promise.all([queue.run('b', step('b')), queue.run(undefined, step('nobody'))])).toEqual(['b', 'nobody']);
    gate.resolve(undefined);
    expect(await Promise.allSettled([first, failing, third])).toMatchObject([{ value: 'a1' }, { status: 'rejected' }, { value: 'a3' }]);
    expect([done.slice(0, 2).sort(), done.slice(2)]).toEqual([
      ['b', 'nobody'],
      ['a1', 'a3'],
    ]);
  });

  it('is refused when too much of it waits', async () => {
    const queue = new KeyedQueue();
    const gate = Promise.withResolvers<undefined>();
    const waiting = Array.from({ length: 50 }, () => queue.run('a', () => gate.promise));
    await expect(queue.run('a', () => gate.promise)).rejects.toThrow();
    gate.resolve(undefined);
    await Promise.all(waiting);
    expect(await queue.run('a', () => Promise.resolve('again'))).toBe('again');
  });
});
