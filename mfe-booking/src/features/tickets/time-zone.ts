import { offsetMs } from '@concert/contracts/core/zoned-time';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Local time of a zone as iCalendar writes it: 20240713T180000. */
export function localStamp(at: Date, offsetMinutes: number): string {
  return new Date(at.getTime() + offsetMinutes * MINUTE_MS).toISOString().replace(/[-:]|\.\d{3}Z/g, '');
}

/** How far a zone is ahead of UTC at a moment, in minutes. */
export function offsetMinutes(at: Date, zone: string): number {
  return Math.round(offsetMs(at.getTime(), zone) / MINUTE_MS);
}

/** The first change of a zone's offset between two moments, searched day by day and then to the minute. */
function changeBetween(from: number, to: number, zone: string): number | undefined {
  const before = offsetMinutes(new Date(from), zone);
  for (let day = from; day < to; day += DAY_MS) {
    let [low, high] = [day, Math.min(day + DAY_MS, to)];
    if (offsetMinutes(new Date(high), zone) === before) continue;
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / (2 * MINUTE_MS)) * MINUTE_MS;
      if (offsetMinutes(new Date(middle), zone) === before) low = middle;
      else high = middle;
    }
    return high;
  }
  return undefined;
}

function offsetText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}

/**
 * A zone's clock around a moment as an iCalendar time zone (RFC 5545 section 3.6.5): the changes of its offset within a
 * year of it, which is all that an entry at that moment needs.
 */
export function timeZoneLines(at: Date, zone: string): string[] {
  const from = Math.floor((at.getTime() - 366 * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const to = at.getTime() + 366 * DAY_MS;
  const lines: string[] = [];
  const observance = (change: number, was: number, is: number) => {
    const kind = is > was ? 'DAYLIGHT' : 'STANDARD';
    lines.push(
      `BEGIN:${kind}`,
      `DTSTART:${localStamp(new Date(change), was)}`,
      `TZOFFSETFROM:${offsetText(was)}`,
      `TZOFFSETTO:${offsetText(is)}`,
      `END:${kind}`,
    );
  };
  const first = offsetMinutes(new Date(from), zone);
  observance(from, first, first);
  for (let change = changeBetween(from, to, zone); change !== undefined; change = changeBetween(change, to, zone)) {
    observance(change, offsetMinutes(new Date(change - MINUTE_MS), zone), offsetMinutes(new Date(change), zone));
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'];
}
