/*
 * What visitors may want to know of the evening and its venue, in the organisers' words. Nothing is known of a hall by anybody else, so a note that was not given
 * is shown nowhere. The names stand apart from the schemas, because the home page shows them.
 */

/** Notes that say how a venue suits people, each a sentence or two. */
export const ACCESS_NOTES = ['stepFree', 'hearingLoop', 'toilets', 'parking', 'quietRoom', 'light', 'loudness'] as const;

/** Notes in own words. */
export const TEXT_NOTES = ['directions', 'bring', ...ACCESS_NOTES] as const;
export type TextNote = (typeof TEXT_NOTES)[number];

/** What each note is called, wherever it is given or read. */
export const NOTE_WORDS = {
  directions: 'How to get there',
  bring: 'What to bring',
  stepFree: 'Step-free way in',
  hearingLoop: 'Hearing loop',
  toilets: 'Toilets',
  parking: 'Parking',
  quietRoom: 'Quiet room',
  light: 'Light',
  loudness: 'Loudness',
} as const satisfies Record<TextNote, string>;

/** Most characters of a note in own words. */
export const MAX_NOTE = 300;

/** `150` → `2 hours 30 minutes`. */
export function minutesInWords(minutes: number): string {
  const counted = (count: number, unit: string) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]);
  return [...counted(Math.floor(minutes / 60), 'hour'), ...counted(minutes % 60, 'minute')].join(' ');
}

/** An interval, or that there is none. */
export function intervalInWords(minutes: number): string {
  return minutes === 0 ? 'No interval' : minutesInWords(minutes);
}
