import { describe, expect, it } from '@jest/globals';
import { concertDate, dateOf } from './concert-date.ts';

describe('the date of the concert', () => {
  it('is told where the concert takes place, with the zone', () => {
    expect(concertDate('2024-07-13T23:00:00.000Z', 'America/Chicago')).toBe('Saturday 13 July 2024, 6 PM CDT');
    expect(concertDate('2027-01-17T00:30:00.000Z', 'America/Chicago')).toBe('Saturday 16 January 2027, 6:30 PM CST');
    expect(concertDate('2027-01-17T00:30:00.000Z', 'America/New_York')).toBe('Saturday 16 January 2027, 7:30 PM EST');
  });

  it('is what the service says, where it says it', () => {
    const concert = { startsAt: '2024-07-13T23:00:00.000Z', timeZone: 'America/Chicago' };
    expect(dateOf(concert)).toBe('Saturday 13 July 2024, 6 PM CDT');
    expect(dateOf({ ...concert, dateText: 'On Saturday' })).toBe('On Saturday');
  });
});
