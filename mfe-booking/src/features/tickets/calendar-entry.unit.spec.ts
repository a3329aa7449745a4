import { expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { calendarFile } from './calendar-entry.ts';

const concert = {
  title: 'Music; for, Meditation',
  startsAt: '2024-07-13T22:00:00.000Z',
  timeZone: 'America/New_York',
  venue: { name: 'Riverside Concert Hall', address: 'ॐ '.repeat(30) },
} as ConcertView;

it('is a calendar file: CRLF, local time of the concert’s zone, escaped text, no line over 75 bytes', () => {
  const file = calendarFile(concert, 'https://concert.example/get-details?ref=bk_1', new Date('2024-06-01T00:00:00.000Z'));
  expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  expect(file).toContain('DTSTART;TZID=America/New_York:20240713T180000\r\n');
  expect(file).toContain('SUMMARY:Music\\; for\\, Meditation\r\n');
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`LOCATION:Riverside Concert Hall\\, ${'ॐ '.repeat(30)}\r\n`);
});

it.each([
  ['America/New_York', '2024-07-13T22:00:00.000Z', '20240713T180000', ['20240310T020000 -0500 -0400', '20241103T020000 -0400 -0500']],
  ['Asia/Kolkata', '2024-07-13T12:30:00.000Z', '20240713T180000', []],
  ['Australia/Sydney', '2024-12-31T07:00:00.000Z', '20241231T180000', ['20241006T020000 +1000 +1100']],
])('tells the clock of %s around the concert, so that no calendar has to guess', (timeZone, startsAt, local, changes) => {
  const file = calendarFile({ ...concert, timeZone, startsAt }, 'https://concert.example/x', new Date(0));
  expect(file).toContain(`DTSTART;TZID=${timeZone}:${local}\r\n`);
  const zone = /BEGIN:VTIMEZONE\r\n([^]*)END:VTIMEZONE\r\n/.exec(file)?.[1] ?? '';
  expect(zone).toContain(`TZID:${timeZone}\r\n`);
  const told = [...zone.matchAll(/DTSTART:(\S+)\r\nTZOFFSETFROM:(\S+)\r\nTZOFFSETTO:(\S+)/g)].map(([, at, from, to]) => `${at} ${from} ${to}`);
  expect(told).toEqual(expect.arrayContaining(changes));
  // Every offset begins where the one before it ended.
  for (const [index, each] of told.entries()) if (index > 0) expect(each.split(' ')[1]).toBe(told[index - 1]?.split(' ')[2]);
});

it('is in UTC where the browser does not know the zone', () => {
  const file = calendarFile({ ...concert, timeZone: 'Mars/Base' }, 'https://concert.example/x', new Date(0));
  expect(file).toContain('DTSTART:20240713T220000Z\r\n');
  expect(file).not.toContain('VTIMEZONE');
});
