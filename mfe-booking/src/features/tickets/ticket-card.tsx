import { concertDate } from '@concert/contracts/booking/concert-date';
import type { ConcertView } from '@concert/contracts/booking/http';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import { UNKNOWN_TITLE } from '@concert/contracts/site/page-data';
import { DescriptionList, type Description } from '@concert/design-system/description-list.tsx';
import { TicketRings } from '@concert/design-system/rings.tsx';
import type { ReactNode } from 'react';
import { texts } from '../../texts.ts';
import styles from './ticket-card.module.css';

export interface TicketCardProps {
  concert: ConcertView | null | undefined;
  seating: string;
  tickets: number;
  facts: readonly Description[];
  actions?: ReactNode;
}

/** A booking laid out like a ticket: the evening at the left, the facts at the right. */
export function TicketCard({ concert, seating, tickets, facts, actions }: TicketCardProps) {
  return (
    <article className={styles.ticket}>
      <div className={styles.evening} data-ground="night">
        <TicketRings className={styles.rings} />
        <div className={styles.words}>
          <p className={styles.name}>{concert?.title ?? UNKNOWN_TITLE}</p>
          {concert && (
            <p>{isDateToFollow(concert) ? concertDate(concert) : <time dateTime={concert.startsAt}>{concertDate(concert)}</time>}</p>
          )}
          {concert && <p>{concert.venue.name}</p>}
          <p>
            {seating}, {texts.tickets(tickets)}
          </p>
        </div>
      </div>
      <div className={styles.facts}>
        <DescriptionList items={facts} />
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </article>
  );
}
