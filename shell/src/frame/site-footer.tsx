import type { ConcertView } from '@concert/contracts/booking/http';
import { Link } from 'react-router-dom';
import { UNKNOWN_TITLE } from '@concert/contracts/site/page-data';
import { pageAt, type PagePath } from '@concert/contracts/site/pages';
import { fallbackContact, texts } from '../texts.ts';
import styles from './site-footer.module.css';

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** Only web addresses become links; whatever else an organiser typed is shown as text. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

const NOTICES: readonly PagePath[] = ['/accessibility', '/privacy', '/terms', '/refund-rule', '/imprint'];

/** How to reach the organisers, and what rules and rights there are, on every page. */
export function SiteFooter({ concert }: { concert: ConcertView | null | undefined }) {
  const { supportPhone, supportEmail, siteUrl } = concert ?? fallbackContact;
  return (
    <footer className={styles.footer} data-ground="night">
      <div className={styles.row}>
        <p className={styles.name} translate="no">
          {concert?.title ?? UNKNOWN_TITLE}
        </p>
        <dl className={styles.contact}>
          <div>
            <dt>{texts.footer.phone}</dt>
            <dd>
              <a href={`tel:${supportPhone.replace(/[^0-9+]/g, '')}`}>{supportPhone}</a>
            </dd>
          </div>
          <div>
            <dt>{texts.footer.email}</dt>
            <dd>
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </dd>
          </div>
          <div>
            <dt>{texts.footer.site}</dt>
            <dd>{isWebAddress(siteUrl) ? <a href={siteUrl}>{withoutScheme(siteUrl)}</a> : siteUrl}</dd>
          </div>
        </dl>
        <nav className={styles.notices} aria-label={texts.footer.notices}>
          <ul>
            {NOTICES.map((path) => (
              <li key={path}>
                <Link to={path}>{pageAt(path)?.title}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
