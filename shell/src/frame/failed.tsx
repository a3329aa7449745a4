import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Page, PageHeading } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { RemoteUnavailable } from './remotes.ts';
import { texts } from '../texts.ts';
import styles from './failed.module.css';

/** A file of the site could not be loaded: the remote itself, or the code or styles of one of its screens. */
function isMissingFile(error: unknown): boolean {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return error instanceof RemoteUnavailable || name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';
}

/** Shown in place of a screen that did not load, or stopped working. Everything around it still works. */
export function RegionFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = isMissingFile(error) ? texts.remoteFailed : texts.screenFailed;
  return (
    <Page width="narrow">
      <div role="alert" className="stack-24 items-start">
        <BrokenRing />
        <PageHeading title={words.heading} lede={words.text} />
        <Button onClick={onRetry}>{words.retry}</Button>
      </div>
    </Page>
  );
}

/** The shell itself stopped working: all that is left is to load the page again. */
export function WholePageFailed() {
  return (
    <main>
      <RegionFailed error={undefined} onRetry={() => window.location.reload()} />
    </main>
  );
}

/** Rings that were interrupted. */
function BrokenRing() {
  return (
    <svg viewBox="-50 -50 100 100" className={`drawn ${styles.ring}`} aria-hidden="true" focusable="false">
      <path d="M-32 -32A45 45 0 1 1 -45 4" />
      <path d="M-20 -22A30 30 0 1 1 -30 4" />
      <path d="M-8 -13A15 15 0 1 1 -15 2" />
    </svg>
  );
}

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
