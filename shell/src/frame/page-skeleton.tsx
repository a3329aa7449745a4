import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { texts } from '../texts.ts';
import styles from './page-skeleton.module.css';

/** The placeholder of a page while its remote is loading; the home page has a night ground, the others a paper one. */
export function PageSkeleton({ path }: { path: string }) {
  if (path === '/') {
    return (
      <div className={styles.night}>
        <span className="visually-hidden" role="status">
          {texts.loading}
        </span>
      </div>
    );
  }
  return (
    <Page>
      <Skeleton shape="heading" label={texts.loading} />
      <Skeleton shape="lines" count={3} />
      <Skeleton shape="card" />
    </Page>
  );
}
