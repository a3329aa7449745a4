import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { Coming } from '../features/coming/coming.tsx';
import { texts } from '../texts.ts';
import styles from './quiet-page.module.css';

/** `/profile`: the signed-in person's own details. The shell shows it to nobody else. */
export default function Profile() {
  const { pageTitle, session } = useSession();
  const words = texts.profile;
  if (!session) return null;
  return (
    <Page width="narrow">
      <PageHeading title={pageTitle} lede={words.lede} />
      <Card>
        <DescriptionList
          items={[
            { term: words.name, value: session.name },
            { term: words.email, value: session.email },
          ]}
        />
      </Card>
      <Coming things={words.comes} />
      <div className={styles.ways}>
        <LinkButton as={Link} to="/bookings">
          {words.bookings}
        </LinkButton>
        <LinkButton as={Link} to="/reserve-your-seat" variant="secondary">
          {words.reserve}
        </LinkButton>
      </div>
    </Page>
  );
}
