import { DATE_TO_FOLLOW } from '@concert/contracts/booking/concert-date';
import type { ConcertView } from '@concert/contracts/booking/http';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import { saveFile } from '@concert/design-system/save-file.ts';
import { ticketWords } from './ticket-words.ts';

/** One booking or complimentary entry as it stands in a calendar. */
export interface CalendarEntry {
  readonly concert: ConcertView;
  /** Id of the booking or the entry: names the calendar entry for ever, so that a later file changes it instead of adding another. */
  readonly reference: string;
  /** An address without a secret: calendars are shared and stored elsewhere. */
  readonly link: string;
  /** The tickets are no longer valid, whether or not the concert takes place. */
  readonly over?: boolean;
}

/* RFC 5545 section 3.1: lines are folded after 75 bytes. */
function folded(whole: string): string {
  const lines: string[] = [];
  let rest = whole;
  while (new TextEncoder().encode(rest).length > 75) {
    let cut = 75;
    while (new TextEncoder().encode(rest.slice(0, cut)).length > 74) cut -= 1;
    // A surrogate pair must not be split.
    if (/[\ud800-\udbff]$/.test(rest.slice(0, cut))) cut -= 1;
    lines.push(rest.slice(0, cut));
    rest = ` ${rest.slice(cut)}`;
  }
  return [...lines, rest].join('\r\n');
}

/* RFC 5545 section 3.3.11: these characters of a text are escaped. */
function text(name: string, value: string): string {
  return folded(`${name}:${value.replace(/[\\;,]/g, (found) => `\\${found}`).replace(/\r\n?|\n/g, '\\n')}`);
}

/* RFC 5545 section 3.2: a value of a parameter is quoted and holds neither quotes nor controls. */
// eslint-disable-next-line no-control-regex
const quoted = (value: string) => `"${value.replace(/["\u0000-\u001f\u007f]/g, ' ')}"`;

const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/**
 * The concert as a calendar file (RFC 5545). Its times are in UTC: every calendar knows them without rules of a zone, in the hour that comes
 * twice, too, and shows them by its own clock. SEQUENCE grows whenever the concert changes, and once more
 * when the tickets are over, so that a calendar takes the later file for the truth. A concert or tickets that are over say so in the way by
 * which calendars remove an entry (RFC 5546 section 3.2.5). While a postponed concert has no new date, its entry stays on the old evening,
 * because an entry needs a date, but it is tentative, says so in its title, and leaves the evening free.
 */
export function calendarFile({ concert, reference, link, over = false }: CalendarEntry, now: Date): string {
  const starts = new Date(concert.startsAt);
  const ends = new Date(starts.getTime() + concert.lengthMinutes * 60_000);
  const cancelled = over || concert.state === 'cancelled';
  const toFollow = !cancelled && isDateToFollow(concert);
  return `${[
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Music for Meditation Concert//Tickets//EN',
    `METHOD:${cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    text('UID', `${reference}@music-for-meditation-concert`),
    `SEQUENCE:${2 * concert.revision + (over ? 1 : 0)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(starts)}`,
    `DTEND:${utc(ends)}`,
    `STATUS:${cancelled ? 'CANCELLED' : toFollow ? 'TENTATIVE' : 'CONFIRMED'}`,
    `TRANSP:${toFollow ? 'TRANSPARENT' : 'OPAQUE'}`,
    text('SUMMARY', toFollow ? `${DATE_TO_FOLLOW}: ${concert.title}` : concert.title),
    text('LOCATION', `${concert.venue.name}, ${concert.venue.address}`),
    folded(`ORGANIZER;CN=${quoted(concert.title)}:mailto:${concert.supportEmail}`),
    folded(`URL:${link}`),
    ...(concert.notes.doorsText === undefined ? [] : [text('DESCRIPTION', ticketWords.doors(concert.notes.doorsText))]),
    // A day before, where the evening is sure.
    ...(cancelled || toFollow ? [] : ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-P1D', text('DESCRIPTION', concert.title), 'END:VALARM']),
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')}\r\n`;
}

/** Hands the calendar file to the browser as a download. */
export function saveCalendarFile(entry: CalendarEntry): void {
  saveFile(new Blob([calendarFile(entry, new Date())], { type: 'text/calendar;charset=utf-8' }), 'concert.ics');
}
