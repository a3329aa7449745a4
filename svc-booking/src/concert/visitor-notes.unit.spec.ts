import { describe, expect, it } from '@jest/globals';
import { firstConcert, NO_NOTES, type Concert } from './concert.ts';
import { notesView } from './visitor-notes.ts';

const notes = { ...NO_NOTES, parking: 'Behind the hall', doorsMinutes: 90, intervalMinutes: 0 };
const concert: Concert = { ...firstConcert('open', new Date()), startsAt: new Date('2027-07-03T22:00:00.000Z'), notes };

describe('notes to visitors', () => {
  it('B3-529 are told as far as they were given; no interval is a note as well', () => {
    expect(notesView({ ...concert, notes: NO_NOTES })).toEqual({});
    expect(notesView(concert)).toEqual({
      parking: 'Behind the hall',
      doorsAt: '2027-07-03T20:30:00.000Z',
      doorsText: '4:30 PM EDT',
      intervalMinutes: 0,
    });
  });

  it('B3-529 open the doors as long before the concert on its new date, and at no time while that is to follow', () => {
    const postponement = { dateToFollow: true, postponedAt: new Date(), chooseUntil: new Date(), silence: 'keep' } as const;
    expect(notesView({ ...concert, state: 'postponed', postponement })).toEqual({ parking: 'Behind the hall', intervalMinutes: 0 });
    const moved = { ...concert, startsAt: new Date('2027-12-04T23:00:00.000Z') };
    expect(notesView(moved)).toMatchObject({ doorsAt: '2027-12-04T21:30:00.000Z', doorsText: '4:30 PM EST' });
  });
});
