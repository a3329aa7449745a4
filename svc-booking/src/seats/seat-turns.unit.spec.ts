import { describe, expect, it } from '@jest/globals';
import { TooBusyError } from './gathering.ts';
import { SeatTurns } from './seat-turns.ts';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

describe('turns at the seats of a category', () => {
  it('follow each other in the order they were asked for, whatever became of the one before', async () => {
    const turns = new SeatTurns(() => 0);
    const first = gate();
    const seen: string[] = [];
    const outcomes = Promise.allSettled([
      turns.run('General Seating', async () => {
        seen.push('first begins');
        await first.opened;
        seen.push('first fails');
        throw new Error('no');
      }),
      turns.run('General Seating', async () => seen.push('second')),
      turns.run('General Seating', async () => seen.push('third')),
    ]);
    await turns.run('VIP Seating', async () => seen.push('another category'));
    expect(seen).toEqual(['first begins', 'another category']);
    first.open();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(seen).toEqual(['first begins', 'another category', 'first fails', 'second', 'third']);
  });

  it('refuse who has waited too long, without beginning, and serve who comes after', async () => {
    let time = 0;
    const turns = new SeatTurns(() => time);
    const first = gate();
    const held = turns.run('General Seating', () => first.opened);
    const late = turns.run('General Seating', () => Promise.resolve('begun'), { patienceMs: 100 });
    const patient = turns.run('General Seating', () => Promise.resolve('served'));
    time = 101;
    first.open();
    await held;
    await expect(late).rejects.toBeInstanceOf(TooBusyError);
    expect(await patient).toBe('served');
  });
});
