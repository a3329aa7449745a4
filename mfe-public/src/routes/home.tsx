import { classNames } from '@concert/design-system/class-names.ts';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { Evening } from '../features/evening/evening.tsx';
import { eveningTexts } from '../features/evening/texts.ts';
import { Hero } from '../features/home/hero.tsx';
import { homeTexts } from '../features/home/texts.ts';
import { NextDate } from '../features/next-date/next-date.tsx';
import columns from '../columns.module.css';
import styles from './home.module.css';
import artists from '../../content/artists.json?brief';
import { mediaUrl } from '../media.ts';
import portraits from '../features/home/troupe-portraits.module.css';
import signs from '../../content/signs.json?brief';
import { SignFigure } from '../features/music/sign-figure.tsx';
import figures from '../features/home/sign-figures.module.css';

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

/** The five artists, each as the portrait of the instrument. */
function TroupePortraits() {
  return (
    <ul className={`plain-list stack-16 ${portraits.troupe}`}>
      {artists.map(({ name, instrument, blurb, picture }) => (
        <li key={name}>
          <img className={portraits.portrait} src={mediaUrl(`pictures/${picture}`)} width="400" height="500" alt="" loading="lazy" />
          <div>
            <h3 className={portraits.name}>{name}</h3>
            <p className={`small strong ${portraits.instrument}`}>{instrument}</p>
            <p className="quiet small">{blurb}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The twelve signs as the figures of their sound, each a way to its music. */
function SignFigures({ label }: { label: string }) {
  return (
    <ul className={`plain-list ${figures.figures}`} aria-label={label}>
      {signs.map(({ name, sound }) => (
        <li key={name}>
          <Link to={`/how-music-heals?sign=${sound}`} className={figures.figure}>
            <SignFigure sound={sound} />
            <span>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
