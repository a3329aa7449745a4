import { LinkButton } from '@concert/design-system/link-button.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { Coming } from '../features/coming/coming.tsx';
import { TroupeFigures } from '../features/home/troupe-figures.tsx';
import { texts } from '../texts.ts';
import styles from './quiet-page.module.css';

/** `/artists`: the five artists. */
export default function Artists() {
  const { pageTitle } = useSession();
  return (
    <Page>
      <PageHeading title={pageTitle} lede={texts.artists.lede} />
      <TroupeFigures nameAs="h2" />
      <Coming things={texts.artists.comes} />
      <div className={styles.ways}>
        <LinkButton as={Link} to="/the-composer" variant="secondary">
          {texts.artists.next}
        </LinkButton>
      </div>
    </Page>
  );
}
