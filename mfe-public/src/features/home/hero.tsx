import { LinkButton } from '@concert/design-system/link-button.tsx';
import type { ConcertView } from '@concert/contracts/booking/http';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { homeTexts } from './texts.ts';
import { TeacherFilm } from './teacher-film.tsx';
import styles from './hero.module.css';

/** The evening itself: the teacher's film, the date, and the way to a seat. */
export function Hero() {
  const { concert } = useSession();
  const words = homeTexts;
  const closed = concert ? concert.state !== 'open' : false;
  return (
    <section className={styles.hero} data-ground="night">
      <TeacherFilm />
      <div className={styles.inside}>
        <div className={styles.words}>
          <p className={styles.date}>{concert ? <When concert={concert} /> : '\u00a0'}</p>
          <h1 className={styles.heading} tabIndex={-1} data-page-heading="">
            {words.heading}
          </h1>
          <p className={styles.lede}>{words.lede}</p>
          {concert && concert.state !== 'open' && <p className={styles.closed}>{words[concert.state]}</p>}
          <div className={styles.ways}>
            <LinkButton as={Link} to="/reserve-your-seat" variant="accent">
              {closed ? words.readNotice : words.reserve}
            </LinkButton>
            <LinkButton as={Link} to="/how-music-heals" variant="secondary">
              {words.music}
            </LinkButton>
          </div>
        </div>
      </div>
    </section>
  );
}

/** A postponed concert may have no date, and its page is drawn before that is known: so there its words stand without a machine's date. */
function When({ concert }: { concert: ConcertView }) {
  const words = concertDate(concert);
  return concert.state === 'postponed' ? words : <time dateTime={concert.startsAt}>{words}</time>;
}
