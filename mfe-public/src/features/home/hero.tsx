import { LinkButton } from '@concert/design-system/link-button.tsx';
import type { ConcertView } from '@concert/contracts/booking/http';
import type { SaleState } from '@concert/contracts/booking/sale-state';
import { saleInWords } from '@concert/contracts/booking/sale-words';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { SaleCountdown } from '@concert/web-kit/sale-countdown.tsx';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { lowestPriceInWords } from '@concert/contracts/booking/seating';
import { isAnnounced } from '@concert/contracts/booking/to-be-announced';
import { hasContent } from '@concert/contracts/site/optional-content';
import { homeTexts } from './texts.ts';
import { TeacherFilm } from './teacher-film.tsx';
import styles from './hero.module.css';

/** The evening itself: the teacher's film, who, when, where and from what price, and the way to a seat. */
export function Hero() {
  const { concert } = useSession();
  const words = homeTexts;
  const state = concert?.state ?? 'open';
  return (
    <section className={styles.hero} data-ground="night">
      <TeacherFilm still={state !== 'open'} />
      <div className={styles.inside}>
        <div className={styles.words}>
          <p className={styles.date}>{concert ? <Facts concert={concert} /> : '\u00a0'}</p>
          <h1 className={styles.heading} tabIndex={-1} data-page-heading="">
            {state === 'cancelled' ? words.off : state === 'postponed' ? words.moved : words.heading}
          </h1>
          <p className={styles.lede}>
            {state === 'cancelled' ? (
              words.offLede
            ) : (
              <>
                {concert && hasContent('performer', concert) && (
                  <strong data-optional="performer">{`${words.with(concert.performer ?? '')} `}</strong>
                )}
                {words.lede}
              </>
            )}
          </p>
          {concert && <SaleLine concert={concert} />}
          <div className={styles.ways}>
            <LinkButton as={Link} to="/reserve-your-seat" variant="accent" text={reserveWords(concert?.saleState ?? 'open')} />
            <LinkButton as={Link} to="/how-music-heals" variant="secondary" text={words.music} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Whether seats can be reserved: until when, from when on and how long that is, or why not. */
function SaleLine({ concert }: { concert: ConcertView }) {
  const { saleState, sale } = concert;
  return (
    <p className={saleState === 'open' || saleState === 'soon' ? 'quiet' : styles.closed}>
      {saleInWords(concert)}
      {saleState === 'soon' && <SaleCountdown sale={sale} />}
    </p>
  );
}

/** What the way to a seat leads to. */
function reserveWords(saleState: SaleState): string {
  if (saleState === 'open') return homeTexts.reserve;
  return saleState === 'soon' ? homeTexts.seeOpening : homeTexts.readNotice;
}

/** Stays with what is before it where the line ends. */
const APART = '\u00a0· ';

/** When, where, and as long as seats can be had, from what price. */
function Facts({ concert }: { concert: ConcertView }) {
  const { state, saleState, venue } = concert;
  const sells = saleState === 'open' || saleState === 'soon';
  return (
    <>
      <When concert={concert} />
      {state !== 'cancelled' && isAnnounced(concert) && `${APART}${venue.name}`}
      {sells && `${APART}${lowestPriceInWords(concert)}`}
    </>
  );
}

/** A postponed concert may have no date, and its page is drawn before that is known: so there its words stand without a machine's date. */
function When({ concert }: { concert: ConcertView }) {
  const words = concertDate(concert);
  return concert.state === 'postponed' ? <span>{words}</span> : <time dateTime={concert.startsAt}>{words}</time>;
}
