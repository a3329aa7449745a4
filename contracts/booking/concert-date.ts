import { momentInWords } from '../core/time-in-words.ts';

/**
 * The concert's date and time where it takes place: 'Saturday 13 July 2024, 6 PM EDT'. Banner, tickets, mails, files and
 * previews say it in these words. They come with the concert as svc-booking tells it, because working them out costs a slow
 * phone a tenth of a second, most of it for the first look into the browser's tables of time zones.
 */
export function dateOf({
  startsAt,
  timeZone,
  dateText,
}: {
  readonly startsAt: string | Date;
  readonly timeZone: string;
  readonly dateText?: string | undefined;
}): string {
  return dateText ?? momentInWords(startsAt, timeZone);
}
