import type { ConcertView } from '@concert/contracts/booking/http';
import { Link } from 'react-router-dom';
import { UNKNOWN_TITLE } from '@concert/contracts/site/page-data';
import { pageAt, type PagePath } from '@concert/contracts/site/pages';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { texts } from '../texts.ts';
import styles from './site-footer.module.css';

/** Only what can be opened becomes a link; whatever else an organiser typed is shown as text. */
function SiteLink({ url }: { url: string }) {
  const opens = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return opens ? <a href={url}>{url.replace(/^https?:\/\//, '').replace(/\/$/, '')}</a> : url;
}

const NOTICES: readonly PagePath[] = ['/accessibility', '/privacy', '/terms', '/refund-rule', '/imprint'];

/** How to reach the organisers, and what rules and rights there are, on every page. */
export function SiteFooter({ concert }: { concert: ConcertView | null | undefined }) {
  return (
    <footer className={styles.footer} data-ground="night">
      <div className={`wrapping between ${styles.row}`}>
        <p className={styles.name} translate="no">
          {concert?.title ?? UNKNOWN_TITLE}
        </p>
        <dl className={`wrapping between ${styles.contact}`}>
          <div>
            <dt>{texts.footer.phone}</dt>
            <dd>{concert && <PhoneLink number={concert.supportPhone} />}</dd>
          </div>
          <div>
            <dt>{texts.footer.email}</dt>
            <dd>{concert && <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>}</dd>
          </div>
          <div>
            <dt>{texts.footer.site}</dt>
            <dd>{concert && <SiteLink url={concert.siteUrl} />}</dd>
          </div>
        </dl>
        <nav className={styles.notices} aria-label={texts.footer.notices}>
          <ul className="plain-list">
            {NOTICES.map((path) => (
              <li key={path}>
                <Link to={path} className="row-target">
                  {pageAt(path)?.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
