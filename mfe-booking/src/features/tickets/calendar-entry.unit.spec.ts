import { describe, expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { calendarFile, type CalendarEntry } from './calendar-entry.ts';

const concert = {
  title: 'Music; for, Meditation',
  startsAt: '2024-07-13T22:00:00.000Z',
  timeZone: 'America/New_York',
  lengthMinutes: 150,
  revision: 3,
  state: 'open',
  supportEmail: 'info@concert.example',
  notes: {},
  venue: { name: 'Riverside Concert Hall', address: 'ॐ '.repeat(30) },
} as ConcertView;

const NOW = new Date('2024-06-01T00:00:00.000Z');
const fileOf = (changes: Partial<ConcertView> = {}, entry: Partial<CalendarEntry> = {}) =>
  calendarFile(
    { concert: { ...concert, ...changes }, reference: 'bk_1', link: 'https://concert.example/get-details?ref=bk_1', ...entry },
    NOW,
  );
/** A property of the entry, its folded lines put together. */
const property = (file: string, name: string) =>
  new RegExp(`^${name}[;:](.*)\r$`, 'm').exec(file.slice(file.indexOf('BEGIN:VEVENT')).replaceAll('\r\n ', ''))?.[1];

it('B2-505 is a calendar file: CRLF, times that need no rules of a zone, escaped text, no line over 75 bytes', () => {
  const file = fileOf();
  expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  expect(file).toContain('DTSTART:20240713T220000Z\r\n');
  expect(file).toContain('SUMMARY:Music\\; for\\, Meditation\r\n');
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`LOCATION:Riverside Concert Hall\\, ${'ॐ '.repeat(30)}\r\n`);
});

it('B5-564 says when the doors open, and reminds a day before of an evening that is sure', () => {
  const file = fileOf({ notes: { doorsText: '5 PM EDT' } });
  expect(property(file, 'DESCRIPTION')).toBe('Doors open 5 PM EDT');
  expect(file).toMatch(/BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-P1D\r\nDESCRIPTION:.*\r\nEND:VALARM\r\nEND:VEVENT/);
  expect(fileOf({ state: 'cancelled' }) + fileOf({}, { over: true })).not.toContain('VALARM');
});

describe('a calendar entry', () => {
  it('has the UID of its booking, also when the tickets are over', () => {
    for (const reference of ['bk_1', 'cp_1'])
      for (const over of [false, true])
        expect(property(fileOf({}, { reference, over }), 'UID')).toBe(`${reference}@music-for-meditation-concert`);
  });

  it('has a greater SEQUENCE whenever the concert changed, and once more when the tickets are over', () => {
    const order = [
      fileOf({ revision: 3 }),
      fileOf({ revision: 3 }, { over: true }),
      fileOf({ revision: 4 }),
      fileOf({ revision: 4 }, { over: true }),
    ].map((file) => Number(property(file, 'SEQUENCE')));
    expect(order).toEqual([...new Set(order)].sort((one, other) => one - other));
    expect(property(fileOf({ revision: 3 }), 'SEQUENCE')).toBe(String(order[0]));
  });

  it('stands while the concert does, and takes itself out when the concert is cancelled or the tickets are over', () => {
    for (const state of ['open', 'disabled'] as const)
      expect([/METHOD:(\w+)/.exec(fileOf({ state }))?.[1], property(fileOf({ state }), 'STATUS')]).toEqual(['PUBLISH', 'CONFIRMED']);
    for (const file of [fileOf({ state: 'cancelled' }), fileOf({}, { over: true })])
      expect([/METHOD:(\w+)/.exec(file)?.[1], property(file, 'STATUS')]).toEqual(['CANCEL', 'CANCELLED']);
  });

  it('names its organiser, whatever the title holds, and keeps the link as it is', () => {
    const file = fileOf(
      { title: 'An "evening"\r\nATTENDEE:mailto:all@example.org' },
      { link: 'https://concert.example/get-details?ref=bk_1&ref2=a,b;c' },
    );
    expect(property(file, 'ORGANIZER')).toBe('CN="An  evening   ATTENDEE:mailto:all@example.org":mailto:info@concert.example');
    expect(property(file, 'URL')).toBe('https://concert.example/get-details?ref=bk_1&ref2=a,b;c');
    expect(file).not.toMatch(/^ATTENDEE/m);
  });
});
