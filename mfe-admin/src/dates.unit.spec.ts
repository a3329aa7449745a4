import { describe, expect, it } from '@jest/globals';
import { shortDay, stamp } from './dates.ts';

describe('a moment in the report', () => {
  it.each([
    ['2024-06-30T22:04:11Z', 'America/New_York', '06/30/2024 18:04:11 EDT'],
    ['2024-11-03T05:30:00Z', 'America/New_York', '11/03/2024 01:30:00 EDT'],
    ['2024-11-03T06:30:00Z', 'America/New_York', '11/03/2024 01:30:00 EST'],
    ['2024-03-10T07:00:00Z', 'America/New_York', '03/10/2024 03:00:00 EDT'],
    ['2024-06-30T22:04:11Z', 'Mars/Base', '06/30/2024 22:04:11 UTC'],
    ['2024-12-31T18:30:00Z', 'Asia/Kolkata', '01/01/2025 00:00:00 GMT+5:30'],
  ])('S9-29 at %s in %s is %s, whatever the reader is used to', (at, zone, text) => {
    expect(stamp(new Date(at), zone)).toBe(text);
  });
  it('is named by its day in a chart', () => {
    expect(['2024-06-17', '2024-12-01'].map(shortDay)).toEqual(['17 Jun', '1 Dec']);
  });
});
