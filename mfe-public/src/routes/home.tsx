import { classNames } from '@concert/design-system/class-names.ts';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { Evening } from '../features/evening/evening.tsx';
import { eveningTexts } from '../features/evening/texts.ts';
import { Hero } from '../features/home/hero.tsx';
import { SignFigures } from '../features/home/sign-figures.tsx';
import { TroupePortraits } from '../features/home/troupe-portraits.tsx';
import { homeTexts } from '../features/home/texts.ts';
import { NextDate } from '../features/next-date/next-date.tsx';
import columns from '../columns.module.css';
import styles from './home.module.css';

/** `/`: the evening, then one idea per section. */
export function Home() {
  const { concert } = useSession();
  const { heal, troupe } = homeTexts;
  return (
    <>
      <Hero />
      {concert?.state === 'cancelled' && (
        <div className={styles.next}>
          <NextDate />
        </div>
      )}
      {concert && concert.state !== 'cancelled' && (
        <section className={`stack-32 ${styles.evening}`} aria-labelledby="evening">
          <h2 id="evening">{eveningTexts.heading}</h2>
          <Evening concert={concert} />
        </section>
      )}
      <section className={classNames(columns.columns, styles.heal)}>
        <div className="stack-24 items-start">
          <h2>{heal.heading}</h2>
          <p className={`quiet ${styles.text}`}>{heal.text}</p>
          <LinkButton to="/how-music-heals" text={heal.link} />
        </div>
        <div>
          <SignFigures label={heal.signs} />
        </div>
      </section>
      <section className={styles.troupe}>
        <div className={`wrapping between ${styles.head}`}>
          <h2>{troupe.heading}</h2>
          <Link to="/artists" className="row-target strong">
            {troupe.link}
          </Link>
        </div>
        <TroupePortraits />
      </section>
    </>
  );
}
