import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import text from '../../content/imprint.md';
import { NoticePage } from '../features/notices/notice-page.tsx';
import { texts } from '../texts.ts';
import styles from '../features/notices/kept-data.module.css';

/** `/imprint`: who is responsible for the concert and the site. */
export default function Imprint() {
  return <NoticePage lede={texts.notices.imprint} text={text} above={<Organiser />} />;
}

/** Who answers for the evening and the site, as the organisers say it in the settings. */
function Organiser() {
  const { concert } = useSession();
  const words = texts.notices.organiser;
  return (
    <section className={`stack-24 ${styles.kept}`} aria-labelledby="organiser">
      <h2 id="organiser">{words.title}</h2>
      {concert === null && <p>{words.unread}</p>}
      <DescriptionList
        items={[
          { term: words.name, value: concert ? concert.organiser : '\u00a0' },
          { term: words.address, value: concert ? concert.organiserAddress : '\u00a0' },
          { term: words.email, value: concert ? <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a> : '\u00a0' },
          {
            term: words.phone,
            value: concert ? <PhoneLink number={concert.supportPhone} /> : '\u00a0',
          },
        ]}
      />
    </section>
  );
}
