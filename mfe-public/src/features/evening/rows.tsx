import { eveningFacts, type EveningFact } from '@concert/contracts/booking/evening-facts';
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
export function FactRow({ term, optional, concert, children }: RowProps) {
  if (optional !== undefined && !hasContent(optional, concert)) return null;
  return (
    <div data-optional={optional} className={styles.row}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Some facts of the evening, in their order: those that are known. */
export function FactRows({ facts, concert }: { facts: readonly EveningFact[]; concert: ConcertView }) {
  return eveningFacts(concert)
    .filter(({ fact }) => facts.includes(fact))
    .map(({ fact, term, value }) => {
      if (fact === 'where') return <WhereRow key={fact} term={term} concert={concert} />;
      const optional = fact === 'when' || fact === 'length' ? {} : { optional: fact };
      return (
        <FactRow key={fact} term={term} {...optional} concert={concert}>
          {fact === 'doors' ? <time dateTime={concert.notes.doorsAt}>{value}</time> : value}
        </FactRow>
      );
    });
}

/** Name and address of the venue, with a link to a map: an address of the web like any other, so nothing of it is loaded here. */
function WhereRow({ term, concert }: { term: string; concert: ConcertView }) {
  const { venue, notes } = concert;
  return (
    <FactRow term={term} concert={concert}>
      <span className={styles.line}>{venue.name}</span>
      <span className={styles.line}>{venue.address}</span>
      {hasContent('mapUrl', concert) && (
        <a data-optional="mapUrl" href={notes.mapUrl} className="row-target justify-start strong">
          {eveningTexts.map}
        </a>
      )}
    </FactRow>
  );
}
