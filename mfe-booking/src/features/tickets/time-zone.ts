const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Local time of a zone as iCalendar writes it: 20240713T180000. */
export function localStamp(at: Date, offsetMinutes: number): string {
  return new Date(at.getTime() + offsetMinutes * MINUTE_MS).toISOString().replace(/[-:]|\.\d{3}Z/g, '');
}

/** Whether the browser knows a zone by this name. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** How far a zone is ahead of UTC at a moment, in minutes. */
export function offsetMinutes(at: Date, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(part['year'] ?? 0, (part['month'] ?? 1) - 1, part['day'], part['hour'], part['minute'], part['second']);
  return Math.round((local - Math.floor(at.getTime() / 1_000) * 1_000) / MINUTE_MS);
}

/** The first change of a zone's offset between two moments, looked for day by day and then to the minute. */
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
    lines.push(`BEGIN:${kind}`, `DTSTART:${localStamp(new Date(change), was)}`, `TZOFFSETFROM:${offsetText(was)}`, `TZOFFSETTO:${offsetText(is)}`, `END:${kind}`);
  };
  const first = offsetMinutes(new Date(from), zone);
  observance(from, first, first);
  for (let change = changeBetween(from, to, zone); change !== undefined; change = changeBetween(change, to, zone)) {
    observance(change, offsetMinutes(new Date(change - MINUTE_MS), zone), offsetMinutes(new Date(change), zone));
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'];
}
