/** The one in use: making it costs far more than using it, and every reading of the concert does. */
let kept: { readonly timeZone: string; readonly formatter: Intl.DateTimeFormat } | undefined;

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  if (kept?.timeZone !== timeZone) {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZoneName: 'short',
    });
    kept = { timeZone, formatter };
  }
  return kept.formatter;
}

/**
 * The concert's date and time where it takes place, in the words of an invitation: 'Saturday 13 July 2024, 6 PM CDT'.
 * The zone is shown because a reader may be anywhere.
 */
export function concertDate(startsAt: string, timeZone: string): string {
  const parts = new Map(
    formatterFor(timeZone)
      .formatToParts(new Date(startsAt))
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const minutes = part('minute') === '00' ? '' : `:${part('minute')}`;
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${part('hour')}${minutes} ${part('dayPeriod')} ${part('timeZoneName')}`;
}

/**
 * The words for a concert's date as svc-booking tells them. Working them out costs a slow phone a tenth of a second, most of it for the
 * first look into the browser's tables of time zones.
 */
export function dateOf({ startsAt, timeZone, dateText }: { readonly startsAt: string; readonly timeZone: string; readonly dateText?: string | undefined }): string {
  return dateText ?? concertDate(startsAt, timeZone);
}
