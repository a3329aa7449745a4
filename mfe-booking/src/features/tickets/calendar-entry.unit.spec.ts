import { expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { calendarFile } from './calendar-entry.ts';

const concert = {
  title: 'Music; for, Meditation',
  startsAt: '2024-07-13T22:00:00.000Z',
  venue: { name: 'Riverside Concert Hall', address: 'ॐ '.repeat(30) },
} as ConcertView;

it('is a calendar file: CRLF, UTC, escaped text, no line over 75 bytes', () => {
  const file = calendarFile(concert, 'https://concert.example/get-details?ref=bk_1', new Date('2024-06-01T00:00:00.000Z'));
  expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  expect(file).toContain('DTSTART:20240713T220000Z\r\n');
  expect(file).toContain('SUMMARY:Music\\; for\\, Meditation\r\n');
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`LOCATION:Riverside Concert Hall\\, ${'ॐ '.repeat(30)}\r\n`);
});
