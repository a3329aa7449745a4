import type { ConcertView } from '@concert/contracts/booking/http';
import { UNKNOWN_TITLE } from '@concert/contracts/site/page-data';
import { pageAt } from '@concert/contracts/site/pages';
import { classNames } from '@concert/design-system/class-names.ts';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { useState, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { MenuSheet } from './menu-sheet.tsx';
import type { NavigationProps } from './navigation.ts';
import { NavigationItems } from './navigation-items.tsx';
import { texts } from '../texts.ts';
import styles from './masthead.module.css';
import { readTicketsPath } from '../session/site-calls.ts';

interface MastheadProps extends Omit<NavigationProps, 'tickets'> {
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
  // A helper without an account has no address, and no tickets.
  const tickets = useTicketsPath(session?.email ? session.userId : undefined, path);
  const [open, setOpen] = useState(false);
  const closed = concert?.saleState !== undefined && concert.saleState !== 'open';
  const [reserve, ...more] = (closed ? words.notice : words.reserve).split(' ');
  const home = (
    <Link to="/" className={styles.mark} aria-label={words.homeMark(concert?.title ?? UNKNOWN_TITLE)}>
      <Rings lobes={8} rings={4} tone="warm" line={4} />
    </Link>
  );
  const menu = <MenuSheet {...{ session, leaving, onLogout, path, tickets, bare, closed }} open={open} setOpen={setOpen} />;
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
            <NavigationItems {...{ session, leaving, onLogout, tickets }} className={styles.link} />
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

/**
 * Where the tickets of the signed-in person are shown; undefined while none are known. Asked when somebody is signed in, and again on pages where
 * bookings change, until there are some. Nothing is asked for visitors.
 */
function useTicketsPath(userId: string | undefined, path: string): string | undefined {
  const [found, setFound] = useState<{ readonly userId: string; readonly path: string }>();
  const known = found?.userId === userId ? found?.path : undefined;
  const changing = pageAt(path)?.remote === 'booking' ? path : '';
  useEffect(() => {
    if (userId === undefined || known !== undefined) return;
    const stop = new AbortController();
    void readTicketsPath(stop.signal).then((result) => {
      if (result.ok && result.value.path !== null && !stop.signal.aborted) setFound({ userId, path: result.value.path });
    });
    return () => stop.abort();
  }, [userId, known, changing]);
  return known;
}
