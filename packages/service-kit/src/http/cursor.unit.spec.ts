import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createCursor, createTimeCursor } from './cursor.ts';

const id = z.string().regex(/^bk_[a-z]+$/);
const at = new Date('2026-05-01T02:11:00.000Z');

describe('a cursor', () => {
  it('leads back to the place it was written for', () => {
    const cursor = createTimeCursor(id);
    expect(cursor.read(cursor.write({ at, id: 'bk_a' }))).toEqual({ at, id: 'bk_a' });
  });

  it.each([
    ['no cursor at all', 'nonsense'],
    ['nothing', ''],
    ['one of another list', createTimeCursor(z.string()).write({ at, id: 'cp_a' })],
    ['one that is ordered by something else', createCursor(z.tuple([z.int(), id])).write([1, 'bk_a'])],
  ])('is refused where it is %s', (_, text) => {
    expect(() => createTimeCursor(id).read(text)).toThrow(
      expect.objectContaining({ code: 'request.invalid', errors: [expect.objectContaining({ pointer: '?cursor' })] }),
    );
  });
});
