/*
 * Every time the product prints: on screens, in mails, in files. One spelling for each purpose; what somebody has to be in
 * time for names its zone, because a reader may be anywhere.
 */

type Shape = 'words' | 'brief' | 'stamp' | 'short';

const SHAPES: Readonly<Record<Shape, Intl.DateTimeFormatOptions>> = {
  words: {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  },
  brief: { weekday: 'short', day: 'numeric', month: 'short' },
  stamp: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  },
  short: { day: 'numeric', month: 'short' },
};

/* Making one costs a hundred times its use. There are about 600 zones, so it stays small. */
const kept = new Map<string, Intl.DateTimeFormat>();

/* A zone that this browser or this server does not know is told in UTC. */
function formatterOf(shape: Shape, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`;
  const known = kept.get(key);
  if (known) return known;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-US', { ...SHAPES[shape], timeZone });
  } catch {
    made = new Intl.DateTimeFormat('en-US', { ...SHAPES[shape], timeZone: 'UTC' });
  }
  kept.set(key, made);
  return made;
}

function partsOf(at: Date | string, timeZone: string, shape: Shape): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = formatterOf(shape, timeZone).formatToParts(new Date(at));
  return (type) => parts.find((candidate) => candidate.type === type)?.value ?? '';
}

/** `Saturday, July 13, 2024`: a day on the calendar of a zone. */
export function dayInWords(at: Date | string, timeZone: string): string {
  const part = partsOf(at, timeZone, 'words');
  return `${part('weekday')}, ${part('month')} ${part('day')}, ${part('year')}`;
}

/** `Saturday, July 13`: a day of these months, as somebody would say it. */
export function weekdayInWords(at: Date | string, timeZone: string): string {
  const part = partsOf(at, timeZone, 'words');
  return `${part('weekday')}, ${part('month')} ${part('day')}`;
}

/** `Sat, Jul 13`: a day where little room is and the year is clear. */
export function briefDay(at: Date | string, timeZone: string): string {
  return formatterOf('brief', timeZone).format(new Date(at));
}

/** `6 PM EDT` or `6:30 PM EDT`: a time on the clocks of a zone, for a day that nobody can mistake. */
export function timeInWords(at: Date | string, timeZone: string): string {
  const part = partsOf(at, timeZone, 'words');
  const minutes = part('minute') === '00' ? '' : `:${part('minute')}`;
  return `${part('hour')}${minutes} ${part('dayPeriod')} ${part('timeZoneName')}`;
}

/** `Saturday, July 13, 2024, 6 PM EDT`: a moment as an invitation says it. */
export function momentInWords(at: Date | string, timeZone: string): string {
  return `${dayInWords(at, timeZone)}, ${timeInWords(at, timeZone)}`;
}

/** `Friday, 6 PM`, or `Friday, January 22, 6 PM` where it is not in these days: a deadline beside a date that names year and zone. */
export function deadlineInWords(at: Date, timeZone: string, now: Date): string {
  const part = partsOf(at, timeZone, 'words');
  const day = at.getTime() - now.getTime() < 6 * 86_400_000 ? part('weekday') : weekdayInWords(at, timeZone);
  return `${day}, ${part('hour')}${part('minute') === '00' ? '' : `:${part('minute')}`} ${part('dayPeriod')}`;
}

/** `November 26`: a day of these weeks on the calendar of a zone. */
export function monthDay(at: Date | string, timeZone: string): string {
  const part = partsOf(at, timeZone, 'words');
  return `${part('month')} ${part('day')}`;
}

/** `November 26, 4:41 PM`: a moment of these weeks on the clocks of a zone, as buyers read it. */
export function recentInWords(at: Date | string, timeZone: string): string {
  const part = partsOf(at, timeZone, 'words');
  return `${part('month')} ${part('day')}, ${part('hour')}:${part('minute')} ${part('dayPeriod')}`;
}

/** `07/13/2024 18:00:00 EDT`: a moment in a list, MM/dd/yyyy HH:mm:ss (specification section 9) and the zone. */
export function formatTimestamp(at: Date | string, timeZone: string): string {
  const part = partsOf(at, timeZone, 'stamp');
  return `${part('month')}/${part('day')}/${part('year')} ${part('hour')}:${part('minute')}:${part('second')} ${part('timeZoneName')}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `2 days 3 hours`, `59 minutes 1 second`, `7 seconds`: a length of time, by its largest unit and the next. */
export function spanInWords(seconds: number): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first < 0) return '0 seconds';
  const counts = UNITS.map(
    ([unit, size], index) => [unit, Math.floor((index === 0 ? seconds : seconds % UNITS[index - 1]![1]) / size)] as const,
  );
  return counts
    .slice(first, first + 2)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}

/** `Jun 17`: a day where little room is. `2024-06-17` is a day of the calendar already, so it has no zone. */
export function shortDay(at: string, timeZone = 'UTC'): string {
  const part = partsOf(at.length === 10 ? `${at}T12:00:00Z` : at, timeZone, 'short');
  return `${part('month')} ${part('day')}`;
}

/** `New York`, from `America/New_York`: where a zone's clocks hang. */
export function cityOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** `EDT`: what a zone's clocks are called at a moment, which tells the two equal times of an autumn night apart. */
export function zoneName(at: Date | string, timeZone: string): string {
  return partsOf(at, timeZone, 'stamp')('timeZoneName');
}

/** `18:02 EDT`: the clock of a zone, where minutes count and the day is today. */
export function clockTime(at: Date | string, timeZone: string): string {
  const part = partsOf(at, timeZone, 'stamp');
  return `${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
}
