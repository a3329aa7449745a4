import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { refusals, type Schema } from './subset.ts';

const schema = (of: z.ZodType): Schema => z.toJSONSchema(of, { io: 'output' }) as Schema;
const asked = (of: z.ZodType): Schema => z.toJSONSchema(of, { io: 'input' }) as Schema;
const base = z.object({
  id: z.string().max(20),
  tickets: z.int().min(1).max(6),
  state: z.enum(['open', 'closed']),
  note: z.string().optional(),
});

describe('what is written and what is read', () => {
  it('agree when nothing changed, when something optional came, and when a writer became stricter', () => {
    for (const written of [
      base,
      base.extend({ more: z.string().optional() }),
      base.extend({ tickets: z.int().min(1).max(4) }),
      base.extend({ state: z.enum(['open']) }),
    ]) {
      expect(refusals(schema(written), schema(base), true)).toEqual([]);
    }
  });

  it.each([
    [
      'a needed value may be missing',
      base.extend({ state: z.enum(['open', 'closed']).optional() }),
      '.state: is needed and may be missing',
    ],
    ['a needed value is gone', base.omit({ id: true }), '.id: is needed and may be missing'],
    ['a value is of another type', base.extend({ id: z.int() }), '.id: is integer, not string'],
    ['a word is not known', base.extend({ state: z.enum(['open', 'closed', 'resting']) }), '.state: may be "resting", which is not known'],
    ['a list of words became free', base.extend({ state: z.string() }), '.state: is no longer one of ["open","closed"]'],
    ['a bound was lifted', base.extend({ tickets: z.int().min(1).max(8) }), '.tickets: maximum is 8, above 6'],
    ['a bound was dropped', base.extend({ id: z.string() }), '.id: maxLength is none, above 20'],
    ['another pattern', z.object({ ...base.shape, id: z.string().max(20).regex(/^a/) }), undefined],
  ])('%s', (_, written, reason) => {
    expect(refusals(schema(written), schema(base), true)).toEqual(reason === undefined ? [] : [reason]);
  });

  it('a pattern that the reader holds to has to stay', () => {
    const strict = z.object({ id: z.string().regex(/^a/) });
    expect(refusals(schema(z.object({ id: z.string().regex(/^b/) })), schema(strict), true)).toEqual(['.id: its pattern is another']);
  });

  it('look into lists, tuples, records and alternatives', () => {
    const of = (item: z.ZodType) =>
      z.object({ rows: z.array(item), by: z.record(z.string(), item), pair: z.tuple([item]), either: z.union([item, z.null()]) });
    expect(refusals(schema(of(z.int())), schema(of(z.int())), true)).toEqual([]);
    expect(refusals(schema(of(z.string())), schema(of(z.int())), true)).toEqual([
      '.rows[]: is string, not integer',
      '.by.*: is string, not integer',
      '.pair[0]: is string, not integer',
      '.either: none of the alternatives takes it',
    ]);
  });

  it('a strict reader refuses what it does not know', () => {
    const strict = z.strictObject({ id: z.string() });
    expect(refusals(asked(z.strictObject({ id: z.string(), more: z.string() })), asked(strict), false)).toEqual(['.more: is not known']);
  });
});
