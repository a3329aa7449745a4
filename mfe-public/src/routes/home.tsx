import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Link } from 'react-router-dom';
import { Hero } from '../features/home/hero.tsx';
import { SignFigures } from '../features/home/sign-figures.tsx';
import { TroupeFigures } from '../features/home/troupe-figures.tsx';
import { texts } from '../texts.ts';
import styles from './home.module.css';

/** `/`: the evening, then one idea per section. */
export function Home() {
  const { heal, troupe } = texts.home;
  return (
    <>
      <Hero />
      <section className={styles.heal}>
        <div className={styles.words}>
          <h2>{heal.heading}</h2>
          <p className={styles.text}>{heal.text}</p>
          <LinkButton as={Link} to="/how-music-heals">
            {heal.link}
          </LinkButton>
        </div>
        <div className={styles.figures}>
          <SignFigures label={heal.signs} />
        </div>
      </section>
      <section className={styles.troupe}>
        <div className={styles.head}>
          <h2>{troupe.heading}</h2>
          <Link to="/artists" className={styles.more}>
            {troupe.link}
          </Link>
        </div>
        <TroupeFigures />
      </section>
    </>
  );
}
