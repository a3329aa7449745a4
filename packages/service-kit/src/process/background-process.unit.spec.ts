import { once } from 'node:events';
import { getPriority } from 'node:os';
import { setImmediate as breathe } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Piece } from '../../test/background-worker.ts';
import { startBackgroundProcess } from './background-process.ts';

interface Told {
  readonly given: object;
  readonly environment: string[];
}

describe('a process in the background', () => {
  it('gives way, has no environment but what it is given, and ends with its parent', async () => {
    const before = getPriority();
    process.env['A_SECRET'] = 'secret';
    const child = startBackgroundProcess('../../test/background-probe', import.meta.url, { data: { rows: 3 }, heapMb: 32, niceness: 15 });
    const [{ given, environment }] = (await once(child, 'message')) as [Told];
    expect(given).toEqual({ rows: 3 });
    expect(getPriority(child.pid)).toBe(15);
    expect(environment.filter((name) => !name.startsWith('NODE_'))).toEqual([]);
    expect(getPriority()).toBe(before);
    const ended = once(child, 'exit');
    child.disconnect();
    expect(await ended).toEqual([1, null]);
  });

  it('B8-523 rests nine times as long as it worked while its parent is busy, and not at all while it is not', async () => {
    const child = startBackgroundProcess('../../test/background-worker', import.meta.url, { data: {}, heapMb: 32, niceness: 0 });
    const piece = async (is: (piece: Piece) => boolean): Promise<Piece> => {
      for (;;) {
        const [told] = (await once(child, 'message')) as [Piece];
        if (is(told)) return told;
      }
    };
    const didNotRest = () => piece(({ restedMs }) => restedMs === 0);
    await didNotRest();
    let answered: Piece | undefined;
    void piece(({ restedMs }) => restedMs > 0).then((told) => (answered = told));
    // Somebody is served all the time.
    while (!answered) {
      const until = performance.now() + 5;
      while (performance.now() < until);
      await breathe();
    }
    expect(answered.restedMs).toBeGreaterThan(8.9 * answered.workedMs);
    await didNotRest();
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  });
});
