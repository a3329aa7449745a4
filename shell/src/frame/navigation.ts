import type { SessionView } from '@concert/contracts/auth/session-view';
import { roleIncludes, type Role } from '@concert/contracts/core/roles';
import { PAGES, type PagePath } from '@concert/contracts/site/pages';
import { texts } from '../texts.ts';

/** A link of the navigation. */
export interface NavigationLink {
  readonly to: PagePath;
  readonly text: string;
}

/** What the navigation has to know, in the bar and in the sheet. */
export interface NavigationProps {
  readonly session: SessionView | null;
  readonly leaving: boolean;
  readonly onLogout: () => void;
  readonly path: string;
}

/** The links that everybody finds in the bar, by who is signed in. */
export function mainLinks(role: Role | undefined): readonly NavigationLink[] {
  const words = texts.navigation;
  return [
    { to: '/', text: words.home },
    { to: '/the-composer', text: words.composer },
    { to: '/how-music-heals', text: words.music },
    { to: '/artists', text: words.artists },
    ...(role === 'admin' ? [{ to: '/admin/users', text: words.users } as const] : []),
    ...(role === 'door' ? [{ to: '/door', text: words.door } as const] : []),
    { to: '/concert-details', text: words.contact },
  ];
}

/** The link to one's account, or to signing up. Logout is a button and comes after it. */
export function accountLink(role: Role | undefined): NavigationLink {
  const words = texts.navigation;
  return role ? { to: '/profile', text: words.profile } : { to: '/login', text: words.login };
}

/** Opening this page sends mails, so no menu links to it. */
const ACTS_ON_OPENING: PagePath = '/send-refund-issued-email';

/** The working pages of organisers; the Users List has its place in the bar. */
export function organiserLinks(role: Role): readonly NavigationLink[] {
  return PAGES.filter(
    ({ remote, access, path }) =>
      remote === 'admin' &&
      path !== ACTS_ON_OPENING &&
      path !== '/admin/users' &&
      roleIncludes(role, access === 'admin' ? 'admin' : 'organiser'),
  ).map(({ path, title }) => ({ to: path, text: title }));
}
