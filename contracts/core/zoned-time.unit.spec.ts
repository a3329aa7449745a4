import { describe, expect, it } from '@jest/globals';
import { instantsOf, isTimeZone, localOf, wallClock } from './zoned-time.ts';

const NEW_YORK = 'America/New_York';
const instants = (local: string, zone = NEW_YORK) => instantsOf(wallClock(local)!, zone).map((instant) => instant.toISOString());

describe('a date and time at the venue', () => {
  it('is one instant as a rule, in any zone', () => {
    expect(instants('2024-07-13T18:00')).toEqual(['2024-07-13T22:00:00.000Z']);
    expect(instants('2026-01-10T18:00', 'Asia/Kolkata')).toEqual(['2026-01-10T12:30:00.000Z']);
    expect(instants('2026-10-04T12:00', 'Pacific/Chatham')).toHaveLength(1);
  });
  it('is two instants in the hour that comes twice, the earlier first', () => {
    expect(instants('2024-11-03T01:30')).toEqual(['2024-11-03T05:30:00.000Z', '2024-11-03T06:30:00.000Z']);
    expect(instants('2024-11-03T02:00')).toEqual(['2024-11-03T07:00:00.000Z']);
  });
  it('is none in the hour that is left out', () => {
    expect(instants('2024-03-10T02:30')).toEqual([]);
    expect(instants('2024-03-10T03:00')).toEqual(['2024-03-10T07:00:00.000Z']);
  });
  it('is shown as it was entered, for every hour of a year', () => {
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const instant = new Date(Date.UTC(2024, 0, 1, hour));
      const found = instantsOf(wallClock(localOf(instant, NEW_YORK))!, NEW_YORK).map(Number);
      if (!found.includes(instant.getTime())) throw new Error(`${instant.toISOString()} is lost`);
    }
  });
  it.each([
    '2024-02-30T10:00',
    '0000-00-00T00:00',
    '13/07/2024',
    '2024-07-13',
    '2024-07-13T24:00',
    '2024-07-13T18:00Z',
    '2024-07-13T18:00:00',
    '',
  ])('%j is none', (text) => {
    expect(wallClock(text)).toBeUndefined();
  });
  it('knows the zones there are', () => {
    expect([isTimeZone(NEW_YORK), isTimeZone('UTC'), isTimeZone('Mars/Base'), isTimeZone(''), isTimeZone('+05:30')]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
