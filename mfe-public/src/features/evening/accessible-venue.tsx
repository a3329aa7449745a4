import type { ConcertView } from '@concert/contracts/booking/http';
import { ACCESS_NOTES } from '@concert/contracts/booking/visitor-notes';
import { hasContent } from '@concert/contracts/site/optional-content';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { Link } from 'react-router-dom';
import { accessTexts as words } from './access-texts.ts';
import styles from './evening.module.css';
import { FactRows, FactRow } from './rows.tsx';

/** What the organisers say about the venue, all of it. */
export function AccessibleVenue({ concert }: { concert: ConcertView }) {
  return (
    <section className="stack-16 one-column" aria-labelledby="venue">
      <h2 id="venue">{words.venue}</h2>
      <dl>
        <FactRows facts={['doors', 'where', 'directions', ...ACCESS_NOTES]} concert={concert} />
      </dl>
    </section>
  );
}

/** How accessible seats are reserved, where a category has any. */
export function AccessibleSeats({ concert }: { concert: ConcertView }) {
  const { seats } = words;
  return (
    <section className="stack-16 one-column" aria-labelledby="accessible-seats">
      <h2 id="accessible-seats">{words.reserve}</h2>
      {hasContent('accessibleSeats', concert) && (
        <div data-optional="accessibleSeats" className="stack-16 one-column">
          <p>{seats.how}</p>
          <ol className={`stack-12 ${styles.steps}`}>
            {seats.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p>{seats.needs}</p>
          <p>{seats.ends}</p>
          <p>
            <LinkButton to="/reserve-your-seat" text={seats.link} />
          </p>
        </div>
      )}
      <p>{words.notFound}</p>
    </section>
  );
}

/** How to reach somebody who knows the venue. */
export function VenueContact({ concert }: { concert: ConcertView }) {
  const { supportPhone, supportEmail } = concert;
  return (
    <section className="stack-16 one-column" aria-labelledby="ask-us">
      <h2 id="ask-us">{words.ask}</h2>
      <p>{words.askText}</p>
      <dl>
        <FactRow term={words.phone} concert={concert}>
          <PhoneLink number={supportPhone} className="row-target justify-start strong" />
        </FactRow>
        <FactRow term={words.email} concert={concert}>
          <a href={`mailto:${supportEmail}`} className="row-target justify-start strong">
            {supportEmail}
          </a>
        </FactRow>
      </dl>
      <Link to="/concert-details" className="row-target justify-start strong">
        {words.form}
      </Link>
    </section>
  );
}
