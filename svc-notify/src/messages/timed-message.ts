import { weekdayInWords } from '@concert/contracts/core/time-in-words';
import { HOUR_MS } from '@concert/contracts/core/durations';
import { instantsOf, wallClock, localTimeOf } from '@concert/contracts/core/zoned-time';
import type { MessageRunId } from '@concert/contracts/core/ids';
import type { MessageText } from '@concert/contracts/booking/reader-messages';
import { DAYS_FROM_EVENING, MAX_LATE_HOURS, USUAL_TIME, type TimedMessage } from '@concert/contracts/notify/timed-messages';
import { idFromText } from '@concert/service-kit/process/clock';
import type { MessageConcert } from './http-audience-people.ts';

/** What was decided about a message that goes out by itself. */
export interface TimedSettings {
  readonly isOn: boolean;
  /** Days from the evening; before it they are negative. */
  readonly days: number;
  /** By the clock of the venue, `10:00`. */
  readonly time: string;
  /** Null: our words. */
  readonly words: MessageText | null;
  /** When somebody changed it last; null where nobody did. */
  readonly changedAt: Date | null;
  readonly version: number;
}

/** What holds until somebody decides otherwise. */
export function usualSettings(message: TimedMessage): TimedSettings {
  return { isOn: true, days: DAYS_FROM_EVENING[message].usual, time: USUAL_TIME, words: null, changedAt: null, version: 0 };
}

export type EveningStart = Pick<MessageConcert, 'startsAt' | 'timeZone'>;

/** When it is due. In the hour that a change of clocks leaves out it is the hour after, and of the one that comes twice the first. */
export function dueAt({ days, time }: Pick<TimedSettings, 'days' | 'time'>, concert: EveningStart): Date {
  const day = new Date(`${eveningDayOf(concert)}T00:00:00.000Z`);
  day.setUTCDate(day.getUTCDate() + days);
  const local = wallClock(`${day.toISOString().slice(0, 10)}T${time}`)!;
  const [first] = instantsOf(local, concert.timeZone);
  return first ?? instantsOf({ ...local, hour: local.hour + 1 }, concert.timeZone)[0]!;
}

/** Whether it goes at a moment: from its time on, and never late. */
export function isDue(due: Date, now: Date): boolean {
  return now >= due && !isOver(due, now);
}

/** Whether its time has passed for good. */
export function isOver(due: Date, now: Date): boolean {
  return now.getTime() > due.getTime() + MAX_LATE_HOURS * HOUR_MS;
}

const paragraphs = (...words: readonly string[]) => words.join('\n\n');
const SHOW = 'Your tickets are at the top of this email: one code for each person, to be shown at the door, on your phone or printed.';

/** The words that go, ours where nobody wrote others. */
export function timedWordsOf(message: TimedMessage, { days, words }: TimedSettings, concert: MessageConcert, siteUrl: string): MessageText {
  if (words) return words;
  const { title, startsAt, timeZone } = concert;
  switch (message) {
    case 'week-before':
      return {
        subject: `${days === -7 ? 'In a week' : weekdayInWords(startsAt, timeZone)}: ${title}`,
        words: paragraphs(
          'We look forward to seeing you.',
          SHOW,
          'If you cannot come, please reply to this email, so that someone else can have your seats.',
        ),
      };
    case 'day-before':
      return {
        subject: `${days === -1 ? 'Tomorrow' : weekdayInWords(startsAt, timeZone)}: ${title}`,
        words: paragraphs(
          'We look forward to seeing you.',
          SHOW,
          'Open them once before you leave home: then your phone shows them without a connection, too.',
        ),
      };
    case 'morning-after':
      return {
        subject: `Thank you: ${title}`,
        words: paragraphs(
          'Thank you for coming. Music lives through those who listen.',
          `It goes on: [how music heals](${siteUrl}how-music-heals) has a piece to listen to for each sign, and [the composer](${siteUrl}the-composer) tells where the music comes from.`,
        ),
      };
  }
}

/** The day of a moment on the calendar of a zone, `2027-01-16`. */
export function dayOf(at: Date, timeZone: string): string {
  return localTimeOf(at, timeZone).slice(0, 10);
}

/** The day of the evening by the clock of its venue; another start on the same day is the same evening. */
export function eveningDayOf({ startsAt, timeZone }: { readonly startsAt: string; readonly timeZone: string }): string {
  return dayOf(new Date(startsAt), timeZone);
}

/** The id of the run that sends it for the evening: the same for whoever works it out, so that it is planned once. */
export function runIdOf(message: TimedMessage, concert: EveningStart): MessageRunId {
  return idFromText('messageRun', `${message} ${eveningDayOf(concert)}`);
}
