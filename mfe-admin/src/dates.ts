/* Moments are told in the concert's time zone, wherever the reader is. A zone the browser does not know is told in UTC. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}

/** '07/13/2024 18:00:00 EDT': MM/dd/yyyy HH:mm:ss and the zone. */
export function stamp(at: Date, timeZone: string): string {
  const parts = formatter(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZoneName: 'short' }).formatToParts(at);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('month')}/${part('day')}/${part('year')} ${part('hour')}:${part('minute')}:${part('second')} ${part('timeZoneName')}`;
}

/** '17 Jun', a day as the server tells it: it has no zone of its own. */
export function shortDay(day: string): string {
  const parts = formatter('UTC', { day: 'numeric', month: 'short' }).formatToParts(new Date(`${day}T12:00:00Z`));
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('day')} ${part('month')}`;
}
