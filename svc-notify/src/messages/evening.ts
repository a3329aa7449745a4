import { localTimeOf } from '@concert/contracts/core/zoned-time';

/** The day of a moment on the calendar of a zone, `2027-01-16`. */
export function dayOf(at: Date, timeZone: string): string {
  return localTimeOf(at, timeZone).slice(0, 10);
}

/** The day of the evening by the clock of its venue; another start on the same day is the same evening. */
export function eveningDayOf({ startsAt, timeZone }: { readonly startsAt: string; readonly timeZone: string }): string {
  return dayOf(new Date(startsAt), timeZone);
}
