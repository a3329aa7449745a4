import { classNames } from '@concert/design-system/class-names.ts';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useEffect } from 'react';
import type { NavigationProps } from './navigation.ts';
import { NavigationItems } from './navigation-items.tsx';
import { texts } from '../texts.ts';
import styles from './menu-sheet.module.css';

interface MenuSheetProps extends NavigationProps {
  /** No seat can be reserved now: the way to one leads to the notice that says why. */
  readonly closed: boolean;
  /** There is no bar at any width. */
  readonly bare: boolean;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

/** The navigation where there is no room for a bar: a sheet with large targets. */
export function MenuSheet({ session, leaving, onLogout, path, tickets, closed, bare, open, setOpen }: MenuSheetProps) {
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
        {open && (
          <>
            {session && <p className="quiet anywhere">{texts.welcome(session.email || session.name)}</p>}
            <nav aria-label={words.label}>
              <ul className={`plain-list ${styles.list}`}>
                <NavigationItems {...{ session, leaving, onLogout, tickets }} className={styles.link} onPress={close} />
              </ul>
            </nav>
            {/* A visitor is led to the login, as specified; it leads on to the form, which needs no account. */}
            <LinkButton
              to={session || closed ? '/reserve-your-seat' : loginPath('/reserve-your-seat')}
              wide
              onClick={close}
              text={closed ? words.notice : words.reserve}
            />
          </>
        )}
      </Dialog>
    </>
  );
}
