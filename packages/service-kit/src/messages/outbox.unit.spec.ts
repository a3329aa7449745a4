import { describe, expect, it } from '@jest/globals';
import { createUuidV7 } from './outbox.ts';

describe('ids of facts', () => {
  it('are UUIDs of version 7 that carry their millisecond', () => {
    const id = createUuidV7(() => 0x0190_0000_0001)();
    expect(id).toMatch(/^01900000-0001-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('grow within a millisecond, over more than its counter holds, and when the clock is set back', () => {
    let time = 1_700_000_000_000;
    const next = createUuidV7(() => time);
    const ids: string[] = [];
    for (let count = 0; count < 10_000; count += 1) ids.push(next());
    time -= 60_000;
    for (let count = 0; count < 100; count += 1) ids.push(next());
    time += 120_000;
    ids.push(next());
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
