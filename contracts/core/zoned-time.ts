import { DAY_MS } from './durations.ts';

/** Date and time as a clock on a wall shows them, without a zone. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/** Reads `2024-11-03T01:30`, as a browser's date and time field gives it. @returns undefined for anything else, 30 February included */
export function wallClock(local: string): WallClock | undefined {
  const [, year, month, day, hour, minute] = (LOCAL.exec(local) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || hour === undefined || minute === undefined) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const same =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute;
  return same && year >= 1900 ? { year, month, day, hour, minute } : undefined;
}

/** Renamed zones with the name of today: browsers and Node still list each by the first name that it had (CLDR). */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/**
 * The name of today of a zone of the IANA time zone database, such as `America/New_York`: for a former name, in any case, and with spaces as a person
 * types it. @returns undefined where nobody knows the zone
 */
export function timeZoneOf(typed: string): string | undefined {
  const name = typed.trim().replace(/ +/g, '_');
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    return RENAMED[timeZone] ?? timeZone;
  } catch {
    return undefined;
  }
}

/** Every zone once, by its name of today; none where the browser cannot list them. */
export function timeZones(): string[] {
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set(['UTC', ...known].map((zone) => timeZoneOf(zone) ?? zone))].sort();
}

/* Making one costs a hundred times its use. There are about 600 zones, so it stays small. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}

/** Milliseconds that a zone's clocks are ahead of UTC at an instant. @throws RangeError when nobody knows the zone */
export function offsetMs(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) -
    Math.floor(instant / 1_000) * 1_000
  );
}

/** What the clocks of a zone show at an instant, to the minute: `2024-11-03T01:30`. */
export function localTimeOf(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone)).toISOString().slice(0, 16);
}

/** The last minute of a day, such as `2024-07-13`, by the clocks of a zone; undefined where there is no such day. */
export function lastMinuteOf(day: string, timeZone: string): Date | undefined {
  const clock = wallClock(`${day}T23:59`);
  return clock && instantsOf(clock, timeZone).at(-1);
}

/** The instants at which a zone's clocks show a date and time, earliest first: mostly one, none or two where the clocks are changed. */
export function instantsOf(local: WallClock, timeZone: string): Date[] {
  const asUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute);
  const offsets = new Set([offsetMs(asUtc - DAY_MS, timeZone), offsetMs(asUtc, timeZone), offsetMs(asUtc + DAY_MS, timeZone)]);
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((instant) => instant + offsetMs(instant, timeZone) === asUtc)
    .sort((a, b) => a - b)
    .map((instant) => new Date(instant));
}
