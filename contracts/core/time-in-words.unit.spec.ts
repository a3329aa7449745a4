import { describe, expect, it } from '@jest/globals';
import {
  clockTime,
  dayInWords,
  deadlineInWords,
  momentInWords,
  cityOf,
  recentInWords,
  shortDay,
  formatTimestamp,
  timeInWords,
} from './time-in-words.ts';

const evening = '2024-07-13T22:00:00.000Z';
const NEW_YORK = 'America/New_York';

describe('a time that is printed', () => {
  it.each([
    ['2024-07-13T23:00:00.000Z', 'America/Chicago', 'Saturday, July 13, 2024, 6 PM CDT'],
    ['2027-01-17T00:30:00.000Z', 'America/Chicago', 'Saturday, January 16, 2027, 6:30 PM CST'],
    ['2027-01-17T00:30:00.000Z', NEW_YORK, 'Saturday, January 16, 2027, 7:30 PM EST'],
    [evening, 'Asia/Kolkata', 'Sunday, July 14, 2024, 3:30 AM GMT+5:30'],
    [evening, 'UTC', 'Saturday, July 13, 2024, 10 PM UTC'],
  ])('at %s in %s is told as %s', (at, zone, words) => {
    expect(momentInWords(at, zone)).toBe(words);
    expect(`${dayInWords(at, zone)}, ${timeInWords(new Date(at), zone)}`).toBe(words);
  });

  it.each([
    ['2024-06-30T22:04:11Z', NEW_YORK, '06/30/2024 18:04:11 EDT'],
    ['2024-11-03T05:30:00Z', NEW_YORK, '11/03/2024 01:30:00 EDT'],
    ['2024-11-03T06:30:00Z', NEW_YORK, '11/03/2024 01:30:00 EST'],
    ['2024-03-10T07:00:00Z', NEW_YORK, '03/10/2024 03:00:00 EDT'],
    ['2024-01-01T05:00:00Z', NEW_YORK, '01/01/2024 00:00:00 EST'],
    ['2024-12-31T18:30:00Z', 'Asia/Kolkata', '01/01/2025 00:00:00 GMT+5:30'],
  ])('S9-29 at %s in %s is stamped %s, whatever the reader is used to', (at, zone, text) => {
    expect(formatTimestamp(new Date(at), zone)).toBe(text);
  });

  it('is what a clock on the wall shows, where minutes count', () => {
    expect([clockTime(evening, NEW_YORK), clockTime('2024-07-14T04:05:00Z', NEW_YORK)]).toEqual(['18:00 EDT', '00:05 EDT']);
  });

  it('B5-630 is told without its year to a buyer, and shorter on an axis', () => {
    expect([recentInWords(evening, NEW_YORK), recentInWords(evening, 'Asia/Kolkata')]).toEqual(['July 13, 6:00 PM', 'July 14, 3:30 AM']);
    expect(
      ['2024-07-12T22:00:00.000Z', '2024-07-05T22:00:00.000Z'].map((now) => deadlineInWords(new Date(evening), NEW_YORK, new Date(now))),
    ).toEqual(['Saturday, 6 PM', 'Saturday, July 13, 6 PM']);
    expect(['America/New_York', 'UTC'].map(cityOf)).toEqual(['New York', 'UTC']);
    expect(['2024-06-17', '2024-12-01'].map((day) => shortDay(day))).toEqual(['Jun 17', 'Dec 1']);
    expect(shortDay('2024-06-17T01:00:00.000Z', 'America/New_York')).toBe('Jun 16');
  });

  it('is told in UTC where the zone is not known', () => {
    expect([formatTimestamp(evening, 'Mars/Base'), momentInWords(evening, 'Mars/Base'), clockTime(evening, '')]).toEqual([
      '07/13/2024 22:00:00 UTC',
      'Saturday, July 13, 2024, 10 PM UTC',
      '22:00 UTC',
    ]);
  });
});
