import type { ConcertView } from '@concert/contracts/booking/http';
import { isTimeZone } from '@concert/contracts/core/zoned-time';
import { localStamp, offsetMinutes, timeZoneLines } from './time-zone.ts';

/* RFC 5545 section 3.3.11 and 3.1: these characters are escaped, and lines are folded after 75 bytes. */
function line(name: string, value: string): string {
  const escaped = value.replace(/[\\;,]/g, (found) => `\\${found}`).replace(/\r?\n/g, '\\n');
  const folded: string[] = [];
  let rest = `${name}:${escaped}`;
  while (new TextEncoder().encode(rest).length > 75) {
    let cut = 75;
    while (new TextEncoder().encode(rest.slice(0, cut)).length > 74) cut -= 1;
    // A pair of surrogates stays together.
    if (/[\ud800-\udbff]$/.test(rest.slice(0, cut))) cut -= 1;
    folded.push(rest.slice(0, cut));
    rest = ` ${rest.slice(cut)}`;
  }
  return [...folded, rest].join('\r\n');
}

const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** The concert as a calendar file (RFC 5545), in the concert's own time zone. Its end is not known, so the entry has a beginning only. */
export function calendarFile(concert: ConcertView, link: string, now: Date): string {
  const starts = new Date(concert.startsAt);
  const zone = isTimeZone(concert.timeZone) ? concert.timeZone : undefined;
  return `${[
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Music for Meditation Concert//Tickets//EN',
    ...(zone ? timeZoneLines(starts, zone) : []),
    'BEGIN:VEVENT',
    line('UID', `${utc(starts)}@${new URL(link).hostname}`),
    `DTSTAMP:${utc(now)}`,
    zone ? `DTSTART;TZID=${zone}:${localStamp(starts, offsetMinutes(starts, zone))}` : `DTSTART:${utc(starts)}`,
    line('SUMMARY', concert.title),
    line('LOCATION', `${concert.venue.name}, ${concert.venue.address}`),
    line('URL', link),
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')}\r\n`;
}

/** Hands the calendar file to the browser as a download. */
export function saveCalendarFile(concert: ConcertView, link: string): void {
  const address = URL.createObjectURL(new Blob([calendarFile(concert, link, new Date())], { type: 'text/calendar' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = 'concert.ics';
  anchor.click();
  URL.revokeObjectURL(address);
}
