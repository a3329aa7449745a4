import { describe, expect, it } from '@jest/globals';
import { TooBusyError } from '@concert/service-kit/batcher';
import { KeyedMutex } from './keyed-mutex.ts';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

describe('turns at the seats of a category', () => {
  it('follow each other in the order they were asked for, whatever became of the one before', async () => {
    const mutex = new KeyedMutex(() => 0);
    const first = gate();
    const seen: string[] = [];
    const outcomes = Promise.allSettled([
      mutex.run('General Seating', async () => {
        seen.push('first begins');
        await first.opened;
        seen.push('first fails');
        throw new Error('no');
      }),
      mutex.run('General Seating', async () => seen.push('second')),
      mutex.run('General Seating', async () => seen.push('third')),
    ]);
    await mutex.run('VIP Seating', async () => seen.push('another category'));
    expect(seen).toEqual(['first begins', 'another category']);
    first.open();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(seen).toEqual(['first begins', 'another category', 'first fails', 'second', 'third']);
  });

  it('refuse who has waited too long, without beginning, and serve who comes after', async () => {
    let time = 0;
    const mutex = new KeyedMutex(() => time);
    const first = gate();
    const held = mutex.run('General Seating', () => first.opened);
    const late = mutex.run('General Seating', () => Promise.resolve('begun'), { patienceMs: 100 });
    const patient = mutex.run('General Seating', () => Promise.resolve('served'));
    time = 101;
    first.open();
    await held;
    await expect(late).rejects.toBeInstanceOf(TooBusyError);
    expect(await patient).toBe('served');
  });
});
