import type { SessionView } from '@concert/contracts/auth/session-view';
import { roleIncludes, type Role } from '@concert/contracts/core/roles';
import { pageAt, type PagePath } from '@concert/contracts/site/pages';
import { texts } from '../texts.ts';

/** A link of the navigation. */
export interface NavigationLink {
  readonly to: string;
  readonly text: string;
}

/** What the navigation has to know, in the bar and in the sheet. */
export interface NavigationProps {
  readonly session: SessionView | null;
  readonly leaving: boolean;
  readonly onLogout: () => void;
  readonly path: string;
  /** Where the tickets of whoever is signed in are shown; undefined without any. */
  readonly tickets: string | undefined;
}

/** Where an organiser begins. */
export const ORGANISER_START: PagePath = '/desk';

/** The links that everybody finds in the bar, by who is signed in. */
export function mainLinks(role: Role | undefined): readonly NavigationLink[] {
  const words = texts.navigation;
  return [
    { to: '/', text: words.home },
    { to: '/the-composer', text: words.composer },
    { to: '/how-music-heals', text: words.music },
    { to: '/artists', text: words.artists },
    ...(role === 'admin' ? [{ to: '/admin/users', text: words.users }] : []),
    ...(role && roleIncludes(role, 'organiser') ? [{ to: ORGANISER_START, text: words.organiser }] : []),
    ...(role === 'door' ? [{ to: '/door', text: words.door }] : []),
    { to: '/concert-details', text: words.contact },
  ];
}

/** The links to one's tickets and one's account, or to signing up. Logout is a button and comes after them. */
export function accountLinks(role: Role | undefined, tickets: string | undefined): readonly NavigationLink[] {
  const words = texts.navigation;
  if (!role) return [{ to: '/login', text: words.login }];
  return [...(tickets === undefined ? [] : [{ to: tickets, text: words.tickets }]), { to: '/profile', text: words.profile }];
}

/** A page of a section. */
export interface SectionPage {
  readonly to: string;
  readonly text: string;
  /** It ends or moves the evening: it stands apart from the others. */
  readonly apart: boolean;
  /** No link leads to it. */
  readonly hidden: boolean;
}

/** A section of the organisers' pages, which its link opens at the first of them. */
export interface OrganiserSection {
  readonly name: keyof typeof SECTIONS;
  readonly pages: readonly SectionPage[];
}

/** The pages of each section. */
const SECTIONS = {
  today: ['/desk', '/approvals', '/audit-log'],
  bookings: ['/get-bookings-report', '/held-seats', '/waiting-list'],
  guests: ['/hdyc-family', '/v-i-p-tickets', '/friends-and-family'],
  messages: ['/messages', '/contact-messages'],
  money: ['/money', '/send-refund-notification', '/send-refund-issued-email'],
  door: ['/door'],
  evening: ['/concert-settings', '/admin/users', '/go-live', '/postpone-concert', '/cancel-concert'],
} as const satisfies Readonly<Record<string, readonly PagePath[]>>;

const APART: ReadonlySet<string> = new Set<PagePath>(['/postpone-concert', '/cancel-concert']);
/** Opening this page sends mails, so no menu links to it. */
const ACTS_ON_OPENING: PagePath = '/send-refund-issued-email';

/** The sections with the pages that a role may open. */
export function organiserSections(role: Role): readonly OrganiserSection[] {
  return (Object.keys(SECTIONS) as OrganiserSection['name'][])
    .map((name) => ({
      name,
      pages: SECTIONS[name].flatMap((to) => {
        const page = pageAt(to)!;
        return roleIncludes(role, page.access === 'admin' ? 'admin' : 'organiser')
          ? [{ to, text: page.title, apart: APART.has(to), hidden: to === ACTS_ON_OPENING }]
          : [];
      }),
    }))
    .filter(({ pages }) => pages.length > 0);
}
