import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { mediaUrl } from '../media.ts';
import { texts } from '../texts.ts';
import styles from './artists.module.css';
import entries from '../../content/artists.json';

/** `/artists`: the five artists; on a phone, one per screen width. */
export default function Artists() {
  const { pageTitle } = useSession();
  const words = texts.artists;
  return (
    <Page title={pageTitle} lede={words.lede}>
      <ol className={`plain-list ${styles.artists}`} aria-label={words.list} tabIndex={0}>
        {ARTISTS.map(({ name, instrument, blurb, text, picture }, index) => (
          <li key={name} className={styles.artist}>
            <img
              className={styles.portrait}
              src={mediaUrl(`pictures/${picture}`)}
              width="400"
              height="500"
              alt={words.portrait(name, instrument)}
              loading={index < 2 ? 'eager' : 'lazy'}
            />
            <div className={`stack-12 ${styles.words}`}>
              <p className={`strong ${styles.instrument}`}>{instrument}</p>
              <h2>{name}</h2>
              <p className={`quiet ${styles.blurb}`}>{blurb}</p>
              <p>{text}</p>
              <p className={styles.place} aria-hidden="true">
                {words.place(index + 1, ARTISTS.length)}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <LinkButton to="/the-composer" variant="secondary" className="justify-start" text={words.next} />
    </Page>
  );
}

/** One of the five. */
interface Artist {
  readonly name: string;
  readonly instrument: string;
  /** What the artist plays, in one line. */
  readonly blurb: string;
  /** A few sentences. */
  readonly text: string;
  /** File among the pictures. */
  readonly picture: string;
}

const ARTISTS: readonly Artist[] = entries;
