import { describe, expect, it } from '@jest/globals';
import { DAY_MS, isToCome, isWithin } from './durations.ts';
import { defineFact } from './envelope.ts';
import { roleIncludes } from './roles.ts';
import { ID_BYTES, idFromBytes, idSchema } from './ids.ts';
import { formatMoney, formatPrice, formatTotal, majorUnits, money } from './money.ts';
import { defineProblems, problemDocument, requestProblems } from './problem.ts';
import { fillPath } from './route.ts';
import { z } from 'zod';

describe('an id', () => {
  const schema = idSchema('booking');
  it('is made of its bytes alone and read back', () => {
    const id = idFromBytes('booking', new Uint8Array(17).fill(255));
    expect(id).toBe('bk_zzzzzzzzzzzzzzzzzzzzzzzzzz');
    expect(schema.parse(id)).toBe(id);
    expect(() => idFromBytes('booking', new Uint8Array(ID_BYTES - 1))).toThrow(RangeError);
  });
  it('of a ticket is shorter, as people type it', () => {
    const id = idFromBytes('ticket', new Uint8Array(ID_BYTES).fill(255));
    expect(id).toBe('tk_zzzzzzzzzzzzzzzzzzzz');
    expect(idSchema('ticket').parse(id)).toBe(id);
    expect(idSchema('ticket').safeParse(`${id}zzzzzz`).success).toBe(false);
  });
  it('B9-516 differs when one of its 130 bits differs', () => {
    const made = new Set<string>();
    for (let bit = 0; bit < 130; bit += 1) {
      const bytes = new Uint8Array(17);
      bytes[bit >> 3] = 128 >> (bit & 7);
      made.add(idFromBytes('booking', bytes));
    }
    expect(made.size).toBe(130);
  });
  it.each([
    '',
    'null',
    'bk_',
    'us_00000000000000000000000000',
    'bk_00000000000000000000',
    'bk_0000000000000000000000000',
    'bk_000000000000000000000000000',
    'bk_0000000000000000000000000I',
    'BK_00000000000000000000000000',
    'bk_00000000000000000000000000 ',
    'bk_00000000000000000000000000\n',
    '__proto__',
    '../bk_00000000000000000000000000',
    1.5,
    true,
    { $gt: '' },
    ['bk_00000000000000000000000000'],
  ])('%j is not a valid reference', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

describe('money', () => {
  it('is whole cents and never less than none', () => {
    expect(money(2_500)).toEqual({ amountMinor: 2_500, currency: 'USD' });
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => money(wrong)).toThrow(RangeError);
  });
  it('S9-12 B5-586 is US dollars, shown in major units', () => {
    expect([majorUnits(0), majorUnits(5), majorUnits(2_500), majorUnits(-1_050), formatMoney(-1_050)]).toEqual([
      '0.00',
      '0.05',
      '25.00',
      '-10.50',
      '-$10.50',
    ]);
    expect([formatMoney(100_000), formatTotal(5_000), formatPrice(100_000), formatPrice(950)]).toEqual([
      '$1,000.00',
      '$50.00 USD',
      '$1,000',
      '$9.50',
    ]);
  });
});

describe('names', () => {
  it('of facts say owner, subject, what happened and version', () => {
    expect(defineFact('booking.booking.paid.v1', z.object({})).type).toBe('booking.booking.paid.v1');
    expect(() => defineFact('Paid.v1' as never, z.object({}))).toThrow('owner.subject.past-tense.vN');
  });
  it('of problems belong to their owner', () => {
    expect(() => defineProblems('booking', { 'payment.lost': { status: 404, title: '' } })).toThrow('booking.snake_case');
  });
  it('of paths are filled completely', () => {
    expect(fillPath('/api/a/:one/b/:two', { one: 'x/y', two: 'z' })).toBe('/api/a/x%2Fy/b/z');
    expect(() => fillPath('/api/a/:one')).toThrow('needs one');
  });
});

describe('a problem document', () => {
  const facts = { instance: '/api/x', traceId: 't' };
  it('carries the catalogue and the occurrence', () => {
    expect(problemDocument(requestProblems, 'request.too_many', facts)).toEqual({
      type: 'urn:concert:problem:request.too_many',
      title: 'Too many requests, please wait a moment',
      status: 429,
      detail: 'Too many requests, please wait a moment',
      instance: '/api/x',
      code: 'request.too_many',
      traceId: 't',
      retryable: true,
    });
  });
  it.each(['nobody.knows', 'constructor', '__proto__'])('never lets the unknown code %s out', (code) => {
    expect(problemDocument(requestProblems, code, { ...facts, detail: 'secret' })).toMatchObject({
      code: 'request.failed',
      status: 500,
      detail: 'Something went wrong on our side',
    });
  });
});

describe('roles', () => {
  it('include those below them', () => {
    expect([
      roleIncludes('admin', 'organiser'),
      roleIncludes('organiser', 'door'),
      roleIncludes('door', 'buyer'),
      roleIncludes('buyer', 'door'),
      roleIncludes('door', 'organiser'),
      roleIncludes('organiser', 'admin'),
    ]).toEqual([true, true, true, false, false, false]);
  });
});

describe('a time that was stored, by seconds from now', () => {
  it.each([
    ['an hour ago', -3_600, [true, false]],
    ['more than a day ago', -86_401, [false, false]],
    ['a little ahead, by a clock beside ours', 30, [true, true]],
    ['tomorrow', 86_400, [false, true]],
    ['in two days, by a clock that was wrong', 172_800, [false, false]],
  ])('%s: whether it was within a day, and is to come within one', (_what, seconds, expected) => {
    const now = new Date('2026-05-01T12:00:00Z');
    const at = new Date(now.getTime() + seconds * 1_000);
    expect([isWithin(at, DAY_MS, now), isToCome(at, DAY_MS, now)]).toEqual(expected);
  });
});
