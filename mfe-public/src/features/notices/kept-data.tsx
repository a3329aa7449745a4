import { PERSONAL_DATA } from '@concert/contracts/core/personal-data';
import { texts } from '../../texts.ts';
import styles from './kept-data.module.css';

/** The inventory of personal data, for the people it is about. */
export function KeptData() {
  const words = texts.notices.kept;
  return (
    <section className={`stack-24 ${styles.kept}`} aria-labelledby="kept-data">
      <h2 id="kept-data">{words.title}</h2>
      <dl>
        {PERSONAL_DATA.map(({ what, why, kept }) => (
          <div key={what} className={styles.entry}>
            <dt>{what}</dt>
            <dd>{words.why(why)}</dd>
            <dd>{words.howLong(kept)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
