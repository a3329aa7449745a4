import { describe, expect, it } from '@jest/globals';
import { firstConcert } from '../concert/concert.ts';
import { closedDoor as closedDoorOf } from './closed-door.ts';

const OLD = new Date('2027-07-03T22:00:00.000Z');
const NEW = new Date('2027-09-04T22:00:00.000Z');
const open = { ...firstConcert('open', new Date('2027-05-01T00:00:00.000Z')), startsAt: OLD };
const postponement = {
  dateToFollow: false,
  postponedAt: new Date('2027-07-01T12:00:00.000Z'),
  chooseUntil: new Date('2027-08-01T03:59:00.000Z'),
  silence: 'keep',
} as const;
const moved = { ...open, startsAt: NEW, previousStarts: [OLD], postponement };
const toFollow = { ...open, state: 'postponed', postponement: { ...postponement, dateToFollow: true } } as const;
const closedDoor = (concert: Parameters<typeof closedDoorOf>[0], now: Date) => closedDoorOf(concert, now, 12);
const until = new Date('2027-09-04T10:00:00.000Z');

describe('the door', () => {
  it('B5-600 opens twelve hours before the evening, and is too early before', () => {
    const opens = new Date('2027-07-03T10:00:00.000Z');
    const early = { reason: 'too_early', until: opens };
    for (const at of [new Date('2027-05-02T00:00:00.000Z'), new Date(opens.getTime() - 1)]) expect(closedDoor(open, at)).toEqual(early);
    for (const at of [opens, OLD, NEW]) expect(closedDoor(open, at)).toBeUndefined();
    // An evening that was moved by an hour is not an old one.
    const later = { ...open, startsAt: new Date(OLD.getTime() + 3_600_000), previousStarts: [OLD] };
    expect(closedDoor(later, opens)).toEqual({ reason: 'too_early', until: new Date('2027-07-03T11:00:00.000Z') });
  });

  it('B2-529 is closed while a new date is to follow, on the old evening and ever after', () => {
    for (const at of [OLD, NEW]) expect(closedDoor(toFollow, at)).toEqual({ reason: 'concert_postponed' });
  });

  it('B2-529 is closed until the morning of the new evening while the concert is postponed, and opens then', () => {
    const postponed = { ...moved, state: 'postponed' } as const;
    expect(closedDoor(postponed, OLD)).toEqual({ reason: 'concert_postponed', until });
    expect(closedDoor(postponed, new Date(until.getTime() - 1))).toEqual({ reason: 'concert_postponed', until });
    expect(closedDoor(postponed, until)).toBeUndefined();
    expect(closedDoor(postponed, NEW)).toBeUndefined();
  });

  it('B2-529 is closed on the old evening although reservations are open again, and on no other day', () => {
    expect(closedDoor(moved, OLD)).toEqual({ reason: 'concert_postponed', until });
    expect(closedDoor(moved, new Date('2027-07-20T22:00:00.000Z'))).toEqual({ reason: 'too_early', until });
    expect(closedDoor(moved, NEW)).toBeUndefined();
  });

  it('is closed by a cancellation whatever the dates say', () => {
    expect(closedDoor({ ...moved, state: 'cancelled' }, NEW)).toEqual({ reason: 'concert_cancelled' });
  });
});
