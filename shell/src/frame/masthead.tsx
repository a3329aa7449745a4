import type { ConcertView } from '@concert/contracts/booking/http';
import { UNKNOWN_TITLE } from '@concert/contracts/site/page-data';
import { classNames } from '@concert/design-system/class-names.ts';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { MenuSheet } from './menu-sheet.tsx';
import type { NavigationProps } from './navigation.ts';
import { NavigationItems } from './navigation-items.tsx';
import { texts } from '../texts.ts';
import styles from './masthead.module.css';

interface MastheadProps extends NavigationProps {
  readonly concert?: ConcertView | null | undefined;
  readonly bare?: boolean;
  readonly compact?: boolean;
}

/**
 * Banner and navigation of every page. The banner is the site's heading and comes before the page's own, so it is one of the second level.
 * @param concert gives its heading and title, as an admin set them
 * @param bare only the mark and the menu
 * @param compact one line, for the pages that organisers work with
 */
export function Masthead({ session, leaving, onLogout, path, concert, bare = false, compact = false }: MastheadProps) {
  const words = texts.navigation;
  const [open, setOpen] = useState(false);
  const closed = concert?.saleState !== undefined && concert.saleState !== 'open';
  const [reserve, ...more] = (closed ? words.notice : words.reserve).split(' ');
  const home = (
    <Link to="/" className={styles.mark} aria-label={words.homeMark(concert?.title ?? UNKNOWN_TITLE)}>
      <Rings lobes={8} rings={4} tone="warm" line={4} />
    </Link>
  );
  const menu = <MenuSheet {...{ session, leaving, onLogout, path, bare, closed }} open={open} setOpen={setOpen} />;
  if (bare)
    return (
      <header className={classNames(styles.bar, styles.bare)}>
        {home}
        {menu}
      </header>
    );
  return (
    <header className={classNames(compact && styles.compact)} data-ground={compact ? 'night' : undefined}>
      <div className={`stack-16 ${styles.banner}`} data-ground="night">
        <h2 className={styles.bannerName} translate="no">
          {concert?.heading ?? texts.banner}
        </h2>
        {session && <p className={`quiet one-line ${styles.welcome}`}>{texts.welcome(session.email || session.name)}</p>}
      </div>
      <div className={styles.bar}>
        {home}
        <nav className={styles.links} aria-label={words.label}>
          <ul className="plain-list">
            <NavigationItems {...{ session, leaving, onLogout }} className={styles.link} />
          </ul>
        </nav>
        {!compact && (
          // The menu has a link of its own.
          <LinkButton
            to="/reserve-your-seat"
            className={styles.reserve}
            style={{ visibility: open ? 'hidden' : undefined }}
            text={
              <span>
                {reserve}
                <span className={styles.reserveMore}> {more.join(' ')}</span>
              </span>
            }
          />
        )}
        {menu}
      </div>
    </header>
  );
}
