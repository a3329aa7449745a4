import { z } from 'zod';
import { httpsLink, optionalNote } from '../core/fields.ts';
import { ofEach } from '../core/of-each.ts';
import { MAX_NOTE, NOTE_WORDS, TEXT_NOTES } from './visitor-notes.ts';

/** How long before the concert its doors can open, in minutes, and how long its interval can be. */
const MAX_DOORS_MINUTES = 240;
const MAX_INTERVAL_MINUTES = 120;

const minutesField = (label: string, max: number) =>
  z
    .int({ error: `${label} must be a whole number of minutes` })
    .min(0, { error: `${label} must not be negative` })
    .max(max, { error: `${label} must be at most ${max} minutes` })
    .nullable();

/** The notes as an admin gives them: an empty text, or null, where nothing is to be said. */
export const visitorNotesFields = z.strictObject({
  ...ofEach(TEXT_NOTES, (note) => optionalNote(NOTE_WORDS[note], MAX_NOTE)),
  mapUrl: z.union([z.literal(''), httpsLink('Map link')], { error: 'Map link must begin with https://' }),
  /** Before the concert begins, so that it holds on another date as well. */
  doorsMinutes: minutesField('Doors', MAX_DOORS_MINUTES),
  /** 0 where there is none. */
  intervalMinutes: minutesField('Interval', MAX_INTERVAL_MINUTES),
});

/** The notes as they are stored. */
export const visitorNotesSchema = z.object({
  ...ofEach(TEXT_NOTES, () => z.string()),
  mapUrl: z.string(),
  doorsMinutes: z.int().nullable(),
  intervalMinutes: z.int().nullable(),
});
export type VisitorNotes = z.infer<typeof visitorNotesSchema>;

/** The notes as visitors see them: only those that were given. */
export const visitorNotesView = z.object({
  ...ofEach(TEXT_NOTES, () => z.string().optional()),
  mapUrl: z.string().optional(),
  /** When the doors open, UTC, and in words; absent while a postponed concert has no new date, too. */
  doorsAt: z.iso.datetime().optional(),
  doorsText: z.string().optional(),
  /** 0 where there is none. */
  intervalMinutes: z.int().optional(),
});
export type VisitorNotesView = z.infer<typeof visitorNotesView>;
