import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { passwordField } from './auth/http.ts';
import { isPlainText } from './core/fields.ts';
import { ROUTES } from './routes.ts';

/** What no text may hold that is kept or shown: controls, half a pair of surrogates, letters in reverse. */
const HOSTILE = ['A\u202Eetag\u0000\u0007\ud800', 'a\u0000b', 'a\u0007b', 'a\ud800b', 'a\u202eb', '\u0085', '\uffff'];
/** More than any field takes but a link, a picture and a credential. */
const ENDLESS = 'a'.repeat(1_000_000);

interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
}

/** Every text of a schema, at any depth, by its path. A text with steps behind it is one whole. */
function textsOf(schema: z.ZodType, path: string): [string, z.ZodType][] {
  const { type, shape, element, options, innerType, keyType, valueType, in: before, out } = schema.def as unknown as Definition;
  // What somebody signs in with is hashed as typed: neither kept nor shown.
  if (schema === passwordField) return [];
  if (type === 'string') return [[path, schema]];
  if (type === 'pipe' && before && out) {
    const found = textsOf((before.def as unknown as Definition).type === 'transform' ? out : before, path);
    return found.length === 1 && found[0]![0] === path ? [[path, schema]] : found;
  }
  const inner = [element, innerType, keyType, valueType, ...(options ?? [])].filter((one) => one !== undefined);
  return [
    ...inner.flatMap((one) => textsOf(one, path)),
    ...Object.entries(shape ?? {}).flatMap(([name, one]) => textsOf(one, `${path}.${name}`)),
  ];
}

const texts = ROUTES.flatMap(({ owner, name, route: { params, query, body } }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) => (schema ? textsOf(schema, `${owner}.${name} ${part}`) : [])),
);

describe('the texts of all routes', () => {
  it('B9-564 hold no control characters and no half pairs: each is refused, or kept without them', () => {
    const taken = texts.flatMap(([path, schema]) =>
      HOSTILE.flatMap((text) => {
        const parsed = schema.safeParse(text);
        return parsed.success && !isPlainText(String(parsed.data)) ? [`${path} ${JSON.stringify(text)}`] : [];
      }),
    );
    expect(taken).toEqual([]);
  });
  it('B9-564 each have a greatest length', () => {
    expect(texts.filter(([, schema]) => schema.safeParse(ENDLESS).success).map(([path]) => path)).toEqual([]);
  });
  it('are found at any depth', () => {
    const deep = z.object({
      list: z.array(z.union([z.object({ text: z.string().optional() }), z.record(z.string(), z.string().default(''))])),
    });
    expect(textsOf(deep, 'x').map(([path]) => path)).toEqual(['x.list.text', 'x.list', 'x.list']);
    expect(texts.length).toBeGreaterThan(150);
  });
});
