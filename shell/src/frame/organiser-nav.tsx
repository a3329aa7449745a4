import type { Role } from '@concert/contracts/core/roles';
import { classNames } from '@concert/design-system/class-names.ts';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { organiserSections, type OrganiserSection } from './navigation.ts';
import styles from './organiser-nav.module.css';
import { texts } from '../texts.ts';

const words = texts.navigation;

const SHAPES: Readonly<Record<OrganiserSection['name'], string>> = {
  today: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  bookings: 'M3 7h18v3.2a2 2 0 0 0 0 3.6V17H3v-3.2a2 2 0 0 0 0-3.6ZM14 7v2m0 2v2m0 2v2',
  guests:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.4 2.9-6 6.5-6s6.5 2.6 6.5 6M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.2.8 3.5 2.8 3.5 5.5',
  messages: 'M3 5.5h18v13H3ZM3.5 6l8.5 7 8.5-7',
  money: 'M2.5 6.5h19v11h-19ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  door: 'M6 20.5V4l9-1.5v19ZM15 4.5h4v16h-4M12 11.5v1.5',
  evening: 'M20.5 14.5A9 9 0 1 1 9.5 3.5a7.2 7.2 0 0 0 11 11Z',
};

/**
 * The organisers' pages in seven sections: a rail beside the page, tabs at the foot of a phone. The pages of the section one is in follow.
 * @param role of an organiser; without one nothing is offered, and its place is kept: who is signed in is known after the page is seen
 */
export function OrganiserNav({ role }: { role: Role | undefined }) {
  const { pathname: at } = useLocation();
  const sections = organiserSections(role ?? 'admin');
  const here = sections.find(({ pages }) => pages.some(({ to }) => to === at));
  const pages = here?.pages.filter(({ hidden }) => !hidden) ?? [];
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const tab = current.current;
    const tabs = tab?.closest('ul');
    // Not by scrollIntoView, which would move the page as well.
    if (tab && tabs) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
  }, [at, role]);
  if (!role) return <div className={`unprinted ${styles.frame}`}>{pages.length > 1 && <div className={styles.room} />}</div>;
  return (
    <div className={`unprinted ${styles.frame}`}>
      <nav className={styles.sections} aria-label={words.organiser}>
        <ul className="plain-list">
          {sections.map((section) => (
            <li key={section.name}>
              <Link
                to={section.pages[0]!.to}
                className={styles.section}
                aria-current={section === here ? (pages.length > 1 ? 'true' : 'page') : undefined}
              >
                <svg viewBox="0 0 24 24" className="drawn" aria-hidden="true" focusable="false">
                  <path d={SHAPES[section.name]} />
                </svg>
                {words.sections[section.name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {here && pages.length > 1 && (
        <nav className={styles.pages} aria-label={words.sections[here.name]}>
          <ul className="plain-list">
            {pages.map(({ to, text, apart }) => (
              <li key={to} className={classNames(apart && styles.apart)}>
                <Link to={to} ref={to === at ? current : undefined} className={styles.page} aria-current={to === at ? 'page' : undefined}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
