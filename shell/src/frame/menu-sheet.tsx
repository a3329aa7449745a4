import { classNames } from '@concert/design-system/class-names.ts';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useEffect } from 'react';
import { NavLink } from 'react-router-dom';
import { accountLinks, mainLinks, type NavigationLink, type NavigationProps } from './navigation.ts';
import { texts } from '../texts.ts';
import styles from './menu-sheet.module.css';

interface Closed {
  /** No seat can be reserved now: the way to one leads to the notice that says why. */
  readonly closed: boolean;
}

/**
 * The navigation where there is no room for a bar: a sheet with large targets.
 * @param bare there is no bar at any width
 */
export function MenuSheet({
  session,
  leaving,
  onLogout,
  path,
  tickets,
  closed,
  bare = false,
  open,
  setOpen,
}: NavigationProps & Closed & { bare?: boolean; open: boolean; setOpen: (open: boolean) => void }) {
  const words = texts.navigation;
  const close = () => setOpen(false);

  useEffect(() => setOpen(false), [path, setOpen]);

  // When the bar comes back (a phone is turned), a sheet over it would only be in the way.
  useEffect(() => {
    if (bare) return;
    const wide = window.matchMedia('(width >= 68.75em)');
    const onChange = () => setOpen(false);
    wide.addEventListener('change', onChange);
    return () => wide.removeEventListener('change', onChange);
  }, [bare, setOpen]);

  return (
    <>
      <button
        type="button"
        className={classNames(styles.open, bare && styles.bare)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 24 24" className="drawn" aria-hidden="true" focusable="false">
          <path d="M3 7h18M3 12h18M3 17h18" />
        </svg>
        <span className={styles.openWord}>{words.menu}</span>
      </button>
      <Dialog side open={open} title={words.menu} onClose={close}>
        {open && <Inside session={session} leaving={leaving} onLogout={onLogout} tickets={tickets} onClose={close} closed={closed} />}
      </Dialog>
    </>
  );
}

/** What the sheet holds while it is open. */
function Inside({
  session,
  leaving,
  onLogout,
  tickets,
  onClose,
  closed,
}: Omit<NavigationProps, 'path'> & Closed & { onClose: () => void }) {
  const words = texts.navigation;
  return (
    <>
      {session && <p className="quiet anywhere">{texts.welcome(session.email || session.name)}</p>}
      <nav aria-label={words.label}>
        <ul className={`plain-list ${styles.list}`}>
          {[...mainLinks(session?.role), ...accountLinks(session?.role, tickets)].map((link) => (
            <SheetLink key={link.to} {...link} onClick={onClose} />
          ))}
          {session && (
            <li>
              <button
                type="button"
                className={styles.link}
                aria-disabled={leaving || undefined}
                onClick={() => {
                  onClose();
                  if (!leaving) onLogout();
                }}
              >
                {words.logout}
              </button>
            </li>
          )}
        </ul>
      </nav>
      {/* A visitor is led to the login, as specified; it leads on to the form, which needs no account. */}
      <LinkButton
        to={session || closed ? '/reserve-your-seat' : loginPath('/reserve-your-seat')}
        wide
        onClick={onClose}
        text={closed ? words.notice : words.reserve}
      />
    </>
  );
}

function SheetLink({ to, text, onClick }: NavigationLink & { onClick: () => void }) {
  return (
    <li>
      <NavLink to={to} end className={styles.link} onClick={onClick}>
        {text}
      </NavLink>
    </li>
  );
}
