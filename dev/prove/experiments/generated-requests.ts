import fc from 'fast-check';
import type { Route } from '@concert/contracts/core/route';
import { EMAILS, TEXTS } from '@concert/test-kit/typed';
import { z } from 'zod';
import type { Schema } from '../../commands/contracts/subset.ts';

type Json = Readonly<Record<string, unknown>>;

/** What nobody sends on purpose. */
const HOSTILE: readonly unknown[] = [
  ...TEXTS.map(([, value]) => value),
  ...EMAILS.map(([, value]) => value),
  ...[-1, 0, 1e308, -0.5, 2 ** 53, Number.MAX_SAFE_INTEGER, false, [], {}, [[[[[]]]]], { $gt: '' }, { $where: 'sleep(5000)' }],
  ...[
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '0'.repeat(2_000),
    '9'.repeat(400),
    '2026-13-45T99:99:99Z',
    '-271821-04-20T00:00:00.000Z',
  ],
  ...['$ne', 'javascript:alert(1)', '\ud83d\ude00'.repeat(300), '%', '%00', '(a+)+$', 'a'.repeat(60_000)],
  { toString: 1, length: -1 },
  JSON.parse('{"__proto__": {"role": "admin"}, "constructor": {"prototype": {"role": "admin"}}}'),
];
const hostile = fc.constantFrom(...HOSTILE);

/** Texts that match a pattern, where it is made of what can be generated. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return fc.string();
  }
}

/** What a text of a format or pattern looks like; ids that exist come from `known`. */
function texts({ format, pattern, minLength = 0, maxLength = 60 }: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const some = fc.constantFrom(...known);
  const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((at) => at.toISOString());
  if (format === 'email') return fc.oneof(fc.emailAddress(), some);
  if (format === 'date-time') return moment;
  if (format === 'date') return moment.map((at) => at.slice(0, 10));
  if (pattern !== undefined) return fc.oneof(matching(pattern), some);
  return fc.oneof({ weight: 3, arbitrary: some }, fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)) }));
}

/** Values that a JSON schema describes; refinements that it cannot tell make some of them nearly valid. */
function valid(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const {
    type,
    enum: choices,
    properties = {},
    required = [],
    items = {},
    minItems = 0,
    maxItems = 4,
    minimum = -10,
    maximum = 5_000,
  } = schema;
  if ('const' in schema) return fc.constant(schema['const']);
  if (choices) return fc.constantFrom(...choices);
  const many = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (many) return fc.oneof(...many.map((one) => valid(one, known)));
  switch (type) {
    case 'object': {
      const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valid(one, known)]));
      return fc.record(fields, { requiredKeys: required.filter((name) => name in properties), noNullPrototype: true });
    }
    case 'array':
      return fc.array(valid(items, known), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) });
    case 'string':
      return texts(schema, known);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number': {
      const min = Math.max(minimum, -1e9);
      return fc.integer({ min, max: Math.max(min, Math.min(maximum, 1e9)) });
    }
    default:
      return fc.oneof(fc.constant(null), hostile);
  }
}

/** Replaces or removes one place within a value, or adds to it. */
function spoilt(value: unknown, path: readonly number[], into: unknown): unknown {
  if (typeof value !== 'object' || value === null || path.length === 0) return into;
  const [first = 0, ...rest] = path;
  const names = Object.keys(value);
  if (names.length === 0 || first % (names.length + 1) === names.length)
    return Array.isArray(value) ? [...(value as unknown[]), into] : { ...value, extra: into };
  const name = names[first % names.length]!;
  const next = spoilt((value as Json)[name], rest, into);
  return Array.isArray(value) ? value.map((one: unknown, index) => (String(index) === name ? next : one)) : { ...value, [name]: next };
}

/** A request as it is sent. */
export interface Wire {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Requests of a route: valid as far as its schemas tell, with one place spoilt, or with nothing of what is asked for. */
export function requestsOf(route: Route, known: readonly string[]): fc.Arbitrary<Wire> {
  const of = (schema: z.ZodType | undefined): fc.Arbitrary<Json> =>
    schema
      ? (valid(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, known) as fc.Arbitrary<Json>)
      : fc.constant({});
  const names = Object.keys(route.params?.shape ?? {});
  const paramsOf = (make: (name: string) => fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, make(name)])));
  const params = paramsOf((name) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...known) },
      of(route.params).map((all) => all[name]),
    ),
  );
  const good = fc.record({ params, query: of(route.query), body: of(route.body) });
  const nearly = fc.tuple(good, fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }), hostile).map(([wire, path, into]): Wire => {
    const place = path[0]! % 4;
    const queries = ['cursor', 'search', 'extra', ...Object.keys(wire.query)];
    if (place === 0) return { ...wire, query: { ...wire.query, [queries[path.at(-1)! % queries.length]!]: into } };
    if (place === 1 && names.length > 0) return { ...wire, params: { ...wire.params, [names[0]!]: into } };
    return { ...wire, body: spoilt(wire.body, path, into) };
  });
  const query = fc.dictionary(fc.string(), hostile, { noNullPrototype: true });
  const wild = fc.record({ params: paramsOf(() => hostile), query, body: fc.oneof(hostile, fc.jsonValue()) });
  return fc.oneof({ weight: 4, arbitrary: good }, { weight: 2, arbitrary: nearly }, { weight: 1, arbitrary: wild });
}
