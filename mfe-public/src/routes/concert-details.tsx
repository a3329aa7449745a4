import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { Coming } from '../features/coming/coming.tsx';
import { texts } from '../texts.ts';
import styles from './quiet-page.module.css';

/** `/concert-details`: how to reach the organisers. */
export default function ConcertDetails() {
  const { pageTitle, concert } = useSession();
  const words = texts.contact;
  return (
    <Page>
      <div className={styles.split}>
        <div className={styles.words}>
          <PageHeading title={pageTitle} lede={words.lede} />
          <Card title={words.reach}>
            {concert === undefined && <Skeleton count={2} />}
            {concert === null && <p>{words.unreachable}</p>}
            {concert && (
              <DescriptionList
                items={[
                  { term: words.phone, value: <a href={`tel:${concert.supportPhone.replace(/[^0-9+]/g, '')}`}>{concert.supportPhone}</a> },
                  { term: words.email, value: <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a> },
                ]}
              />
            )}
          </Card>
          <Coming things={words.comes} />
        </div>
        <Rings lobes={9} className={styles.figure} />
      </div>
    </Page>
  );
}
