import { LinkButton } from '@concert/design-system/link-button.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { Coming } from '../features/coming/coming.tsx';
import { texts } from '../texts.ts';
import styles from './quiet-page.module.css';

/** `/register`: making an account. */
export default function Register() {
  const { pageTitle } = useSession();
  return (
    <Page>
      <div className={styles.split}>
        <div className={styles.words}>
          <PageHeading title={pageTitle} lede={texts.register.lede} />
          <Coming things={texts.register.comes} />
          <LinkButton as={Link} to="/login">
            {texts.register.next}
          </LinkButton>
        </div>
        <Rings lobes={4} className={styles.figure} />
      </div>
    </Page>
  );
}
