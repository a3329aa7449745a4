import { LinkButton } from '@concert/design-system/link-button.tsx';
import type { ConcertView } from '@concert/contracts/booking/http';
import { saleInWords } from '@concert/contracts/booking/sale-words';
import { useSession } from '@concert/web-kit/session.tsx';
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
  const sells = !concert || isSold(concert);
  return (
    <section className={styles.hero} data-ground="night">
      <TeacherFilm still={state !== 'open'} />
      <div className={styles.inside}>
        <div className={`stack-24 items-start ${styles.words}`}>
          <p className={`strong ${styles.date}`}>{concert ? <Facts concert={concert} /> : '\u00a0'}</p>
          <h1 className={styles.heading} tabIndex={-1} data-page-heading="">
            {concert && (state === 'cancelled' || state === 'postponed') ? saleInWords(concert) : words.heading}
          </h1>
          <p className={`quiet ${styles.lede}`}>
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
          <div className={`row-12 ${styles.ways}`}>
            {sells && (
              <LinkButton
                to="/reserve-your-seat"
                variant="accent"
                text={concert?.saleState === 'soon' ? words.seeOpening : words.reserve}
              />
            )}
            <LinkButton to="/how-music-heals" variant={sells ? 'secondary' : 'accent'} text={words.music} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Whether seats can be had now or later; where not, the site's banner says why and leads to the notice. */
function isSold({ saleState }: ConcertView): boolean {
  return saleState === 'open' || saleState === 'soon';
}

/** From when on seats can be reserved and how long that is, or until when. */
function SaleLine({ concert }: { concert: ConcertView }) {
  if (concert.saleState === 'soon') {
    return (
      <p className="quiet">
        {saleInWords(concert)}
        <SaleCountdown sale={concert.sale} />
      </p>
    );
  }
  return (
    concert.saleState === 'open' &&
    hasContent('saleEnd', concert) && (
      <p className="quiet" data-optional="saleEnd">
        {saleInWords(concert)}
      </p>
    )
  );
}

/** Stays with what is before it where the line ends. */
const APART = '\u00a0· ';

/** When, where, and as long as seats can be had, from what price. */
function Facts({ concert }: { concert: ConcertView }) {
  const { state, venue } = concert;
  return (
    <>
      <When concert={concert} />
      {state !== 'cancelled' && isAnnounced(concert) && `${APART}${venue.name}`}
      {isSold(concert) && `${APART}${lowestPriceInWords(concert)}`}
    </>
  );
}

/** A postponed concert may have no date, and its page is drawn before that is known: so there its words stand without a machine's date. */
function When({ concert }: { concert: ConcertView }) {
  const words = concertDate(concert);
  return concert.state === 'postponed' ? <span>{words}</span> : <time dateTime={concert.startsAt}>{words}</time>;
}
