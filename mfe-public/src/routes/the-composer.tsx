import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Page, PageHeading } from '@concert/design-system/page.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import text from '../../content/composer.md';
import { Prose } from '../features/prose/prose.tsx';
import { mediaUrl } from '../media.ts';
import { texts } from '../texts.ts';
import styles from './the-composer.module.css';

/** `/the-composer`: the teacher's biography and welfare activities. */
export default function Composer() {
  const { pageTitle } = useSession();
  return (
    <Page>
      <div className={`stack-32 one-column ${styles.split}`}>
        <div className="stack-48 items-start">
          <PageHeading title={pageTitle} lede={texts.composer.lede} />
          <Prose blocks={text} />
          <LinkButton to="/artists" variant="secondary" text={texts.composer.next} />
        </div>
        <img
          className={styles.portrait}
          src={mediaUrl('pictures/teacher.svg')}
          width="480"
          height="600"
          alt={texts.composer.portrait}
          fetchPriority="high"
        />
      </div>
    </Page>
  );
}
