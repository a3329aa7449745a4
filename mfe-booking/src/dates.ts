/* Moments are told in the concert's time zone, wherever the reader is. A zone the browser does not know is told in UTC. */
function formatter(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  }
}

function partsOf(moment: Date, locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Record<string, string> {
  return Object.fromEntries(formatter(locale, timeZone, options).formatToParts(moment).map((part) => [part.type, part.value]));
}

/** 'Saturday 13 July 2024', as people say a day. */
export function dayInWords(at: string, timeZone: string): string {
  const part = partsOf(new Date(at), 'en-US', timeZone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return `${part['weekday']} ${part['day']} ${part['month']} ${part['year']}`;
}

/** '6 pm' or '6:30 pm'. */
export function timeInWords(at: string, timeZone: string): string {
  const part = partsOf(new Date(at), 'en-US', timeZone, { hour: 'numeric', minute: '2-digit', hour12: true });
  const minutes = part['minute'] === '00' ? '' : `:${part['minute']}`;
  return `${part['hour']}${minutes} ${(part['dayPeriod'] ?? '').toLowerCase()}`;
}

/** '07/13/2024 18:00:00 EDT': MM/dd/yyyy HH:mm:ss and the zone. */
export function stamp(at: Date, timeZone: string): string {
  const part = partsOf(at, 'en-US', timeZone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return `${part['month']}/${part['day']}/${part['year']} ${part['hour']}:${part['minute']}:${part['second']} ${part['timeZoneName']}`;
}
