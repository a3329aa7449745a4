import { describe, expect, it } from '@jest/globals';
import { instantsOf, localTimeOf, timeZoneOf, timeZones, wallClock } from './zoned-time.ts';

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
  it('is no moment in the hour that the clocks leave out', () => {
    expect(instants('2024-03-10T02:30')).toEqual([]);
    expect(instants('2024-03-10T03:00')).toEqual(['2024-03-10T07:00:00.000Z']);
  });
  it('is shown as it was entered, for every hour of a year', () => {
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const instant = new Date(Date.UTC(2024, 0, 1, hour));
      const found = instantsOf(wallClock(localTimeOf(instant, NEW_YORK))!, NEW_YORK).map(Number);
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
  it('B4-583 is in a zone by its name of today, whichever of its names is typed', () => {
    const typed = [NEW_YORK, 'America/New York', 'Asia/Calcutta', 'asia/kolkata', 'Europe/Kiev', 'US/Eastern', 'Etc/UTC', ' UTC '];
    expect(typed.map(timeZoneOf)).toEqual([NEW_YORK, NEW_YORK, ...['Asia/Kolkata', 'Asia/Kolkata', 'Europe/Kyiv', NEW_YORK, 'UTC', 'UTC']]);
    expect(['Mars/Base', '', '+05:30', 'toString'].map(timeZoneOf)).toEqual(Array(4).fill(undefined));
  });

  it('B4-583 can be in each zone once, UTC among them', () => {
    const zones = timeZones();
    expect(zones).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires']));
    expect(zones.filter((zone) => timeZoneOf(zone) !== zone)).toEqual([]);
    expect(zones.filter((zone) => ['Asia/Calcutta', 'Europe/Kiev'].includes(zone))).toEqual([]);
  });
});
