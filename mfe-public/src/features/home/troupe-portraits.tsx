import artists from '../../../content/artists.json?brief';
import { mediaUrl } from '../../media.ts';
import styles from './troupe-portraits.module.css';

/** The five artists, each as the portrait of the instrument. */
export function TroupePortraits() {
  return (
    <ul className={`plain-list stack-16 ${styles.troupe}`}>
      {artists.map(({ name, instrument, blurb, picture }) => (
        <li key={name}>
          <img className={styles.portrait} src={mediaUrl(`pictures/${picture}`)} width="400" height="500" alt="" loading="lazy" />
          <div>
            <h3 className={styles.name}>{name}</h3>
            <p className={`small strong ${styles.instrument}`}>{instrument}</p>
            <p className="quiet small">{blurb}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
