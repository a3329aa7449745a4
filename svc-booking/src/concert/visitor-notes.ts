import { isDateToFollow } from '@concert/contracts/booking/postponement';
import type { VisitorNotesView } from '@concert/contracts/booking/visitor-note-fields';
import { TEXT_NOTES } from '@concert/contracts/booking/visitor-notes';
import { timeInWords } from '@concert/contracts/core/time-in-words';
import type { Concert } from './concert.ts';

/** The notes that were given, as visitors see them. While the date is to follow, nobody knows when the doors open. */
export function notesView(concert: Pick<Concert, 'notes' | 'startsAt' | 'timeZone' | 'state' | 'postponement'>): VisitorNotesView {
  const { doorsMinutes, intervalMinutes } = concert.notes;
  const given = ([...TEXT_NOTES, 'mapUrl'] as const).filter((note) => concert.notes[note] !== '');
  return {
    ...Object.fromEntries(given.map((note) => [note, concert.notes[note]])),
    ...(doorsMinutes === null || isDateToFollow(concert) ? {} : doorsOf(concert, doorsMinutes)),
    ...(intervalMinutes === null ? {} : { intervalMinutes }),
  };
}

function doorsOf({ startsAt, timeZone }: Pick<Concert, 'startsAt' | 'timeZone'>, minutes: number): VisitorNotesView {
  const at = new Date(startsAt.getTime() - minutes * 60_000);
  return { doorsAt: at.toISOString(), doorsText: timeInWords(at, timeZone) };
}
