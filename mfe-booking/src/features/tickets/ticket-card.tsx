import { concertDate } from '@concert/contracts/booking/concert-date';
import { eveningFacts, type EveningFact } from '@concert/contracts/booking/evening-facts';
import type { ConcertView } from '@concert/contracts/booking/http';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import { UNKNOWN_TITLE } from '@concert/contracts/site/page-data';
import { classNames } from '@concert/design-system/class-names.ts';
import { DescriptionList, type Description } from '@concert/design-system/description-list.tsx';
import { TicketRings } from '@concert/design-system/rings.tsx';
import type { ReactNode } from 'react';
import { texts } from '../../texts.ts';
import styles from './ticket-card.module.css';
import { ticketWords } from './ticket-words.ts';

export interface TicketCardProps {
  concert: ConcertView | null | undefined;
  seating: string;
  tickets: number;
  facts: readonly Description[];
  /** Facts that are looked up now and then. */
  folded?: readonly Description[] | undefined;
  actions?: ReactNode;
}

/** What stands at the left of a ticket, beside its day and place. */
const TIMES: readonly EveningFact[] = ['doors', 'length', 'interval'];
const AT_THE_LEFT: readonly EveningFact[] = ['when', ...TIMES, 'where'];

/** The way to the venue, what to bring and how accessible it is, as far as the organisers said. */
export function notesOf(concert: ConcertView | null | undefined): Description[] {
  return concert ? eveningFacts(concert).filter(({ fact }) => !AT_THE_LEFT.includes(fact)) : [];
}

/** A booking laid out like a ticket: the evening at the left, the facts at the right. */
export function TicketCard({ concert, seating, tickets, facts, folded, actions }: TicketCardProps) {
  return (
    <TicketSheet
      name={concert?.title ?? UNKNOWN_TITLE}
      evening={
        <>
          {concert && (
            <p>{isDateToFollow(concert) ? concertDate(concert) : <time dateTime={concert.startsAt}>{concertDate(concert)}</time>}</p>
          )}
          {concert &&
            eveningFacts(concert)
              .filter(({ fact }) => TIMES.includes(fact))
              .map(({ fact, term, value }) => <p key={fact}>{`${term} ${value}`}</p>)}
          {concert && (
            <p>
              <bdi>{concert.venue.name}</bdi>
              <br />
              <span dir="auto">{concert.venue.address}</span>
            </p>
          )}
          {concert?.notes.mapUrl && (
            <a className={classNames('row-target justify-start', styles.map)} href={concert.notes.mapUrl}>
              {ticketWords.map}
            </a>
          )}
          <p>
            {seating}, {texts.tickets(tickets)}
          </p>
        </>
      }
    >
      {facts.length > 0 && <DescriptionList items={facts} />}
      {actions && <div className="row-12 unprinted">{actions}</div>}
      {folded && (
        <details className={styles.folded}>
          <summary className="strong">{ticketWords.booking}</summary>
          <DescriptionList items={folded} />
        </details>
      )}
    </TicketSheet>
  );
}

interface TicketSheetProps {
  readonly name: string;
  /** Below the name. */
  readonly evening: ReactNode;
  /** At the right. */
  readonly children: ReactNode;
}

/** What tickets are drawn on: rings and night at the left, paper at the right. */
export function TicketSheet({ name, evening, children }: TicketSheetProps) {
  return (
    <article className={styles.ticket}>
      <div className={styles.evening} data-ground="night">
        <TicketRings className={styles.rings} />
        <div className={`quiet ${styles.words}`}>
          <p className={styles.name} dir="auto">
            {name}
          </p>
          {evening}
        </div>
      </div>
      <div className={`stack-32 min-0 ${styles.facts}`}>{children}</div>
    </article>
  );
}
