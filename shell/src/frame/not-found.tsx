import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Page, PageHeading } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { texts } from '../texts.ts';
import styles from './not-found.module.css';

/** Nothing stands at this address. */
export function NotFound() {
  return (
    <Page width="narrow">
      <Rings lobes={0} rings={5} className={styles.rings} />
      <PageHeading title={texts.notFound.title} lede={texts.notFound.lede} />
      <div className="row-12">
        <LinkButton to="/" text={texts.notFound.home} />
        <LinkButton to="/concert-details" variant="secondary" text={texts.notFound.contact} />
      </div>
    </Page>
  );
}
