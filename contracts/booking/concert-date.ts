import { briefDay, dayInWords, momentInWords } from '../core/time-in-words.ts';

/*
 * The one place that says when the concert is. Banner, tickets, mails, files and previews all ask here, so that one reader never meets
 * two spellings; docs/concert-date.contract.spec.ts lists them.
 */

interface Dated {
  readonly startsAt: string | Date;
  /** Time zone of the venue; dates and times are told by its clocks. */
  readonly timeZone: string;
}

/** Stands where the date would, while a postponed concert has no new one. */
export const DATE_TO_FOLLOW = 'New date to follow';

/**
 * Day and time of the concert at its venue: `Saturday, July 13, 2024, 6 PM EDT`, or that they are to follow. A concert as svc-booking shows it brings the words
 * with it as `dateText`, because working them out costs a slow phone a tenth of a second: the first look into its tables of time zones.
 */
export function concertDate({
  startsAt,
  timeZone,
  dateText,
  dateToFollow,
}: Dated & { readonly dateText?: string | undefined; readonly dateToFollow?: boolean | undefined }): string {
  return dateText ?? (dateToFollow ? DATE_TO_FOLLOW : momentInWords(startsAt, timeZone));
}

/** The day where little room is: `Sat, Jul 13`, or that it is to follow. */
export function briefConcertDay({ startsAt, timeZone, dateText }: Dated & { readonly dateText?: string | undefined }): string {
  return dateText === DATE_TO_FOLLOW ? DATE_TO_FOLLOW : briefDay(startsAt, timeZone);
}

/** The day alone, where the time does not matter: `Saturday, July 13, 2024`. */
export function concertDay({ startsAt, timeZone }: Dated): string {
  return dayInWords(startsAt, timeZone);
}
