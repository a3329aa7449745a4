import { describe, expect, it } from '@jest/globals';
import { dayInWords, stamp, timeInWords } from './dates.ts';

const evening = '2024-07-13T22:00:00.000Z';

describe('dates', () => {
  it('are said in the concert’s zone', () => {
    expect(dayInWords(evening, 'America/New_York')).toBe('Saturday 13 July 2024');
    expect(dayInWords(evening, 'Asia/Kolkata')).toBe('Sunday 14 July 2024');
    expect([timeInWords(evening, 'America/New_York'), timeInWords(evening, 'Asia/Kolkata')]).toEqual(['6 pm', '3:30 am']);
  });

  it('are stamped MM/dd/yyyy HH:mm:ss with the zone', () => {
    expect(stamp(new Date(evening), 'America/New_York')).toBe('07/13/2024 18:00:00 EDT');
    expect(stamp(new Date('2024-01-01T05:00:00.000Z'), 'America/New_York')).toBe('01/01/2024 00:00:00 EST');
  });

  it('tell the two hours apart that the end of summer time has', () => {
    expect(stamp(new Date('2024-11-03T05:30:00.000Z'), 'America/New_York')).toBe('11/03/2024 01:30:00 EDT');
    expect(stamp(new Date('2024-11-03T06:30:00.000Z'), 'America/New_York')).toBe('11/03/2024 01:30:00 EST');
  });

  it('are told in UTC where the zone is not known', () => {
    expect(stamp(new Date(evening), 'Mars/Base')).toBe('07/13/2024 22:00:00 UTC');
  });
});
