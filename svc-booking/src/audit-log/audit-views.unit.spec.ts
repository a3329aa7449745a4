import type { UserId } from '@concert/contracts/core/ids';
import { expect, it } from '@jest/globals';
import type { StoredAuditEntry } from './stored-audit-entry.ts';
import { peopleIn, viewOf } from './audit-views.ts';

const entry = (actor: string, kind: string, id: string): StoredAuditEntry => ({
  number: 1,
  owner: 'svc-auth',
  actor: actor as UserId,
  act: 'helper-link.ended',
  subject: { kind, id },
  at: new Date('2027-01-23T18:00:00Z'),
  detail: {},
});

it('B5-624 names whoever did it, and the person it was done to where it is one', () => {
  const [organiser, helper] = ['1', '2'].map((each) => `us_${each.repeat(26)}`) as [string, string];
  const entries = [entry(organiser, 'helper', helper), entry('operator', 'user', organiser), entry('operator', 'job', 'task:x')];
  expect(peopleIn(entries)).toEqual([organiser, helper]);
  const people = new Map([
    [organiser, { id: organiser, name: '', email: 'olga@example.org' }],
    [helper, { id: helper, name: 'Hanna', email: '' }],
  ]);
  expect(entries.map((each) => viewOf(each, people)).map(({ by, subject }) => [by.email ?? by.id, subject.name])).toEqual([
    ['olga@example.org', 'Hanna'],
    ['operator', 'olga@example.org'],
    ['operator', undefined],
  ]);
});
