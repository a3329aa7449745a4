import type { ConcertView } from '@concert/contracts/booking/http';
import { pricedInWords } from '@concert/contracts/booking/seating';
import { formatPrice } from '@concert/contracts/core/money';
import { hasContent } from '@concert/contracts/site/optional-content';
import { Link } from 'react-router-dom';
import styles from './evening.module.css';
import { FactRows, FactRow } from './rows.tsx';
import { eveningTexts as words } from './texts.ts';

/** A visitor's first questions: when, how long, where, how much, and whether somebody can come who needs an accessible way. */
export function Evening({ concert }: { concert: ConcertView }) {
  return (
    <div className={styles.evening}>
      <section className="stack-16 one-column" aria-labelledby="evening-when">
        <h3 id="evening-when">{words.whenAndWhere}</h3>
        <dl>
          <FactRows facts={['when', 'doors', 'length', 'interval', 'where', 'directions', 'bring']} concert={concert} />
        </dl>
      </section>
      <div className="stack-48">
        <section className="stack-16 one-column" aria-labelledby="evening-prices">
          <h3 id="evening-prices">{words.prices}</h3>
          <Prices concert={concert} />
        </section>
        <section className="stack-16 one-column" aria-labelledby="evening-access">
          <h3 id="evening-access">{words.access}</h3>
          <dl>
            <FactRow term={words.seats} optional="accessibleSeats" concert={concert}>
              {words.seatsHere}
            </FactRow>
            <FactRows facts={['stepFree', 'hearingLoop', 'toilets']} concert={concert} />
          </dl>
          <Link to="/accessibility" className="row-target justify-start strong">
            {words.toAccess}
          </Link>
        </section>
      </div>
    </div>
  );
}

function Prices({ concert }: { concert: ConcertView }) {
  return (
    <ul className={`plain-list ${styles.prices}`}>
      {concert.categories.map(({ seating, label, about, ...priced }) => (
        <li key={seating} className={`wrapping between ${styles.price}`}>
          <div className="row-8-12">
            {label}
            <small className="quiet small">{about}</small>
            {hasContent(`soldOut ${seating}`, concert) && (
              <span data-optional={`soldOut ${seating}`} className="quiet small">
                {words.soldOut}{' '}
                {concert.saleState === 'open' && (
                  <Link to={`/waiting?${new URLSearchParams({ seating })}`} aria-label={words.waitFor(label)} className="row-target">
                    {words.wait}
                  </Link>
                )}
              </span>
            )}
          </div>
          <div className={styles.figure}>
            <strong>{formatPrice(priced.priceMinor)}</strong>
            <small className="quiet small">{pricedInWords(priced)}</small>
          </div>
        </li>
      ))}
    </ul>
  );
}
