import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createCursor, createTimeCursor } from './cursor.ts';

const id = z.string().regex(/^bk_[a-z]+$/);
const at = new Date('2026-05-01T02:11:00.000Z');

describe('a cursor', () => {
  it('leads back to the place it was written for', () => {
    const cursor = createTimeCursor(id);
    const { items, next } = cursor.page(['bk_a', 'bk_b'], 1, (of) => ({ at, id: of }));
    expect([items, cursor.after(next)]).toEqual([['bk_a'], { at, id: 'bk_a' }]);
  });

  it.each([
    ['no cursor at all', 'nonsense'],
    ['nothing', ''],
    ['one of another list', createCursor(z.tuple([z.string(), z.string()])).write([at.toISOString(), 'cp_a'])],
    ['one that is ordered by something else', createCursor(z.tuple([z.int(), id])).write([1, 'bk_a'])],
  ])('is refused where it is %s', (_, text) => {
    expect(() => createTimeCursor(id).after(text)).toThrow(
      expect.objectContaining({ code: 'request.invalid', errors: [expect.objectContaining({ pointer: '?cursor' })] }),
    );
  });
});
