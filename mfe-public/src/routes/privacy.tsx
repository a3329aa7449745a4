import { PERSONAL_DATA } from '@concert/contracts/core/personal-data';
import text from '../../content/privacy.md';
import { NoticePage } from '../features/notices/notice-page.tsx';
import { texts } from '../texts.ts';
import styles from '../features/notices/kept-data.module.css';

/** `/privacy`: which personal data is kept, why and how long. */
export default function Privacy() {
  return (
    <NoticePage lede={texts.notices.privacy} text={text}>
      <KeptData />
    </NoticePage>
  );
}

/** The inventory of personal data, for the people it is about. */
function KeptData() {
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
