import { once } from 'node:events';
import { getPriority } from 'node:os';
import { describe, expect, it } from '@jest/globals';
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
});
