import { describe, expect, it } from '@jest/globals';
import { reportRoutes } from '@concert/contracts/booking/reports';
import type { DomainError } from '@concert/service-kit/process/errors';
import { cursorOf, positionOf } from './report-cursor.ts';

const QUESTION = reportRoutes.getBookings.body;
const cursor = (text: string) => Buffer.from(text).toString('base64url');
const refused = (text: string, sort: 'name' | '-created') => {
  try {
    return positionOf(text, sort);
  } catch (error) {
    return (error as DomainError).code;
  }
};

describe('a question to the list of bookings', () => {
  it.each<[string, object, string]>([
    ['a huge page', { limit: 1e9 }, 'limit'],
    ['all', { limit: 'all' }, 'limit'],
    ['__proto__ as order', { sort: '__proto__' }, 'sort'],
    ['a hidden column', { sort: 'userId' }, 'sort'],
    ['1,000 statuses', { status: Array.from({ length: 1_000 }, () => 'paid') }, 'status'],
    ['no status', { status: [] }, 'status'],
    ['an unknown status', { status: ['late'] }, 'status.0'],
    ['an operator as category', { seating: [{ $gt: '' }] }, 'seating.0'],
    ['a 10 KB search', { search: 'x'.repeat(10_240) }, 'search'],
    ['an operator as search', { search: { $regex: '.*' } }, 'search'],
    ['a long cursor', { cursor: 'A'.repeat(5_000) }, 'cursor'],
    ['an unknown field', { page: 2 }, 'page'],
  ])('refuses %s, naming the field', (_, question, field) => {
    const { error } = QUESTION.safeParse({ email: 'organiser@example.org', ...question });
    const [issue] = error!.issues;
    expect(issue!.code === 'unrecognized_keys' ? issue.keys.join() : issue!.path.join('.')).toBe(field);
  });
});

describe('the place where a list goes on', () => {
  const position = { value: 1_700_000_000, id: 'bk_00000000000000000000000000' };
  it('is read in the order it was written in, and in no other', () => {
    expect(positionOf(cursorOf('-created', position), '-created')).toEqual(position);
    expect(refused(cursorOf('-created', position), 'name')).toBe('request.invalid');
  });

  it.each<[string, string]>([
    ['a cursor of nobody', 'bm90IG91cnM'],
    ['a cursor with an operator', cursor('["-created",{"$gt":0},"bk_00000000000000000000000000"]')],
    ['a cursor before time', cursor('["-created",-1,"bk_00000000000000000000000000"]')],
    ['a cursor with text as time', cursor('["-created","1700000000","bk_00000000000000000000000000"]')],
  ])('refuses %s', (_, text) => {
    expect(refused(text, '-created')).toBe('request.invalid');
  });
});
