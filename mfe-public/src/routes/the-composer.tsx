import { LinkButton } from '@concert/design-system/link-button.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { Coming } from '../features/coming/coming.tsx';
import { texts } from '../texts.ts';
import styles from './quiet-page.module.css';

/** `/the-composer`: the teacher's biography and welfare activities. */
export default function Composer() {
  const { pageTitle } = useSession();
  return (
    <Page>
      <div className={styles.split}>
        <div className={styles.words}>
          <PageHeading title={pageTitle} lede={texts.composer.lede} />
          <Coming things={texts.composer.comes} />
          <LinkButton as={Link} to="/artists" variant="secondary">
            {texts.composer.next}
          </LinkButton>
        </div>
        <Rings lobes={7} layers={2} className={styles.figure} />
      </div>
    </Page>
  );
}
