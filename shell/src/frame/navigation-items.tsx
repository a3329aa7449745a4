import { NavLink } from 'react-router-dom';
import { accountLinks, mainLinks, type NavigationProps } from './navigation.ts';
import { texts } from '../texts.ts';

const words = texts.navigation;

interface NavigationItemsProps extends Omit<NavigationProps, 'path'> {
  readonly className: string | undefined;
  /** Called before one of them does what it is for. */
  readonly onPress?: () => void;
}

/** What the bar and the sheet list: the links, and the button that logs out. */
export function NavigationItems({ session, leaving, onLogout, tickets, className, onPress }: NavigationItemsProps) {
  const logout = () => {
    onPress?.();
    if (!leaving) onLogout();
  };
  return (
    <>
      {[...mainLinks(session?.role), ...accountLinks(session?.role, tickets)].map(({ to, text }) => (
        <li key={to}>
          <NavLink to={to} end className={className} onClick={onPress}>
            {text}
          </NavLink>
        </li>
      ))}
      {session && (
        <li>
          <button type="button" className={className} aria-disabled={leaving || undefined} onClick={logout}>
            {leaving ? words.loggingOut : words.logout}
          </button>
        </li>
      )}
    </>
  );
}
