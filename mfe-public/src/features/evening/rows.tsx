import { NOTE_WORDS, type TextNote } from '@concert/contracts/booking/visitor-notes';
import { hasContent, type OptionalContent } from '@concert/contracts/site/optional-content';
import type { ConcertView } from '@concert/contracts/booking/http';
import type { ReactNode } from 'react';
import styles from './evening.module.css';
import { eveningTexts } from './texts.ts';

interface RowProps {
  readonly term: string;
  /** The row is there only for concerts that have this. */
  readonly optional?: OptionalContent;
  readonly concert: ConcertView;
  readonly children: ReactNode;
}

/** A row of a list of what is known; absent while it is not known. */
export function Row({ term, optional, concert, children }: RowProps) {
  if (optional !== undefined && !hasContent(optional, concert)) return null;
  return (
    <div data-optional={optional} className={styles.row}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Notes in the organisers' words, those that were given. */
export function NoteRows({ notes, concert }: { notes: readonly TextNote[]; concert: ConcertView }) {
  return notes.map((note) => (
    <Row key={note} term={NOTE_WORDS[note]} optional={note} concert={concert}>
      {concert.notes[note]}
    </Row>
  ));
}

/** Name and address of the venue, with a link to a map: an address of the web like any other, so nothing of it is loaded here. */
export function WhereRow({ concert }: { concert: ConcertView }) {
  const { venue, notes } = concert;
  return (
    <Row term={eveningTexts.where} concert={concert}>
      <span className={styles.line}>{venue.name}</span>
      <span className={styles.line}>{venue.address}</span>
      {hasContent('mapUrl', concert) && (
        <a data-optional="mapUrl" href={notes.mapUrl} className={styles.link}>
          {eveningTexts.map}
        </a>
      )}
    </Row>
  );
}
