import { concertDate } from './concert-date.ts';
import type { VisitorNotesView } from './visitor-note-fields.ts';
import { ACCESS_NOTES, intervalInWords, minutesInWords, NOTE_WORDS } from './visitor-notes.ts';

/** What is to be known of the evening, in the one order in which each page, mail and file tells it. */
export const EVENING_FACTS = ['when', 'doors', 'length', 'interval', 'where', 'directions', 'bring', ...ACCESS_NOTES] as const;
export type EveningFact = (typeof EVENING_FACTS)[number];

/** What each fact is called. */
export const FACT_WORDS = {
  ...{ when: 'When', doors: 'Doors open', length: 'Length', interval: 'Interval', where: 'Where' },
  ...NOTE_WORDS,
} as const satisfies Record<EveningFact, string>;

/** What of a concert is told before the evening. */
interface ConcertToCome {
  readonly startsAt: string;
  readonly timeZone: string;
  readonly dateText?: string | undefined;
  readonly dateToFollow?: boolean | undefined;
  readonly lengthMinutes: number;
  readonly venue: { readonly name: string; readonly address: string };
  readonly notes: VisitorNotesView;
}

/** The facts that are known of a concert, in their order. */
export function eveningFacts(concert: ConcertToCome): { readonly fact: EveningFact; readonly term: string; readonly value: string }[] {
  const { notes, venue } = concert;
  const known: Partial<Record<EveningFact, string | undefined>> = {
    ...notes,
    when: concertDate(concert),
    doors: notes.doorsText,
    length: minutesInWords(concert.lengthMinutes),
    interval: notes.intervalMinutes === undefined ? undefined : intervalInWords(notes.intervalMinutes),
    where: `${venue.name}, ${venue.address}`,
  };
  return EVENING_FACTS.flatMap((fact) => (known[fact] ? [{ fact, term: FACT_WORDS[fact], value: known[fact] }] : []));
}
