import { expect, it } from '@jest/globals';
import type { Concert } from '../../concert/concert.ts';
import { openUntil, remindAtOf, stateOf, type Invitation } from './invitation.ts';

const at = (time: string) => new Date(`2026-12-${time}:00Z`);
const invitation = { seats: 4, claimed: 0, until: at('21T04:59'), createdAt: at('01T12:00') } as Invitation;
const evening = { state: 'open', startsAt: at('24T23:00') } as Concert;

it.each([
  ['noon three days before its day', {}, '17T16:59'],
  ['after half of its time where that is later', { createdAt: at('19T04:59') }, '20T04:59'],
])('B5-650 a guest is reminded at %s', (_, over, then) => {
  expect(remindAtOf({ ...invitation, ...over })).toEqual(at(then));
});

it.each([
  ['open', {}, {}],
  ['full', { claimed: 4 }, {}],
  ['over', { endedAt: at('02T12:00') }, {}],
  ['over', { until: at('05T12:00') }, {}],
  ['over', {}, { state: 'cancelled' }],
  ['over', {}, { startsAt: at('05T11:00') }],
  ['open', {}, { startsAt: at('05T11:00'), state: 'postponed', postponement: { dateToFollow: true } }],
] as const)('B5-650 an invitation is %s: %j, %j', (state, over, concert) => {
  expect(stateOf({ ...invitation, ...over }, { ...evening, ...concert } as Concert, at('05T12:00'))).toBe(state);
});

it('B5-650 no invitation is open beyond the beginning of the evening, unless its date is to follow', () => {
  const postponed = { ...evening, state: 'postponed', postponement: { dateToFollow: true } } as Concert;
  expect([openUntil(at('25T04:59'), evening), openUntil(at('25T04:59'), postponed)]).toEqual([evening.startsAt, at('25T04:59')]);
});
