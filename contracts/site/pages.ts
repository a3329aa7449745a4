/** Names of the federated remotes. */
export const REMOTES = ['public', 'booking', 'admin'] as const;
export type RemoteName = (typeof REMOTES)[number];

export interface Page {
  readonly path: string;
  readonly remote: RemoteName;
  /** Document title, before the concert's own. */
  readonly title: string;
  /** Drawn when the site is built, by its remote's `src/prerender.tsx`; search engines are told of it. */
  readonly prerendered?: true;
  /** Who the screen is meant for. The server decides on every call; this only spares people a page that cannot work for them. */
  readonly access: 'public' | 'session' | 'door' | 'organiser' | 'admin';
  /** Its address may hold a secret that opens it: no search engine lists it, and it tells no site where somebody came from. */
  readonly secretInAddress?: true;
  /** A step of paying: nothing but mark and menu stands around it. */
  readonly pays?: true;
  /** What it is made of is kept on the device, so that it opens without network. */
  readonly offline?: true;
  /** Where browsers read how to install it as an app. */
  readonly manifest?: `/${string}.webmanifest`;
}

/** A file of each room that names the files its offline pages need. */
export const OFFLINE_FILES = 'offline-files.json';

/** Every screen of the product (specification section 2, and what the law asks for besides), in one table for the shell, the gateway and the redirect rules. */
export const PAGES = [
  { path: '/', remote: 'public', title: 'Home', access: 'public', prerendered: true },
  { path: '/the-composer', remote: 'public', title: 'The Composer', access: 'public', prerendered: true },
  { path: '/how-music-heals', remote: 'public', title: 'How Music Heals', access: 'public', prerendered: true },
  { path: '/artists', remote: 'public', title: 'Artists', access: 'public', prerendered: true },
  { path: '/concert-details', remote: 'public', title: 'Contact Us', access: 'public', prerendered: true },
  { path: '/flyer', remote: 'public', title: 'Flyer', access: 'public', prerendered: true },
  { path: '/accessibility', remote: 'public', title: 'Accessibility', access: 'public', prerendered: true },
  { path: '/privacy', remote: 'public', title: 'Privacy', access: 'public', prerendered: true },
  { path: '/terms', remote: 'public', title: 'Terms', access: 'public', prerendered: true },
  { path: '/refund-rule', remote: 'public', title: 'Refund Rule', access: 'public', prerendered: true },
  { path: '/imprint', remote: 'public', title: 'Imprint', access: 'public', prerendered: true },
  { path: '/login', remote: 'public', title: 'Login', access: 'public', prerendered: true },
  { path: '/register', remote: 'public', title: 'Register', access: 'public', prerendered: true },
  { path: '/profile', remote: 'public', title: 'Profile', access: 'session' },
  { path: '/reserve-your-seat', remote: 'booking', title: 'Reserve Your Seat', access: 'public', prerendered: true },
  { path: '/payment-successful', remote: 'booking', title: 'Payment Successful', access: 'public', secretInAddress: true, pays: true },
  { path: '/payment-failed', remote: 'booking', title: 'Payment Process Failed', access: 'public', secretInAddress: true, pays: true },
  { path: '/payment-cancelled', remote: 'booking', title: 'Payment Process Failed', access: 'public', secretInAddress: true, pays: true },
  { path: '/bookings', remote: 'booking', title: 'Ticket Booking Details', access: 'public' },
  { path: '/get-details', remote: 'booking', title: 'Ticket Details', access: 'public', secretInAddress: true, offline: true },
  { path: '/refund', remote: 'booking', title: 'Your Refund', access: 'public', secretInAddress: true },
  { path: '/receipt', remote: 'booking', title: 'Receipt', access: 'public', secretInAddress: true },
  { path: '/choose', remote: 'booking', title: 'Your Choice', access: 'public', secretInAddress: true },
  { path: '/waiting', remote: 'booking', title: 'Wait for Seats', access: 'public', secretInAddress: true },
  { path: '/get-hf-details', remote: 'booking', title: 'Ticket Details', access: 'public', secretInAddress: true, offline: true },
  { path: '/invitation', remote: 'booking', title: 'Your Invitation', access: 'public', secretInAddress: true },
  { path: '/get-bookings-report', remote: 'admin', title: 'Concert Bookings', access: 'organiser' },
  { path: '/desk', remote: 'admin', title: 'Today', access: 'organiser' },
  { path: '/messages', remote: 'admin', title: 'Messages', access: 'organiser' },
  { path: '/contact-messages', remote: 'admin', title: 'Contact Messages', access: 'organiser' },
  { path: '/hdyc-family', remote: 'admin', title: 'HDYC Family', access: 'organiser' },
  { path: '/v-i-p-tickets', remote: 'admin', title: 'VIP Tickets', access: 'organiser' },
  { path: '/friends-and-family', remote: 'admin', title: 'Friends and Family', access: 'organiser' },
  { path: '/money', remote: 'admin', title: 'Money', access: 'organiser' },
  { path: '/send-refund-issued-email', remote: 'admin', title: 'Refund Emails', access: 'organiser' },
  { path: '/send-refund-notification', remote: 'admin', title: 'Refunds', access: 'organiser' },
  { path: '/postpone-concert', remote: 'admin', title: 'Postpone the Concert', access: 'admin' },
  { path: '/cancel-concert', remote: 'admin', title: 'Cancel the Concert', access: 'organiser' },
  { path: '/held-seats', remote: 'admin', title: 'Held Seats', access: 'organiser' },
  { path: '/waiting-list', remote: 'admin', title: 'Waiting List', access: 'organiser' },
  { path: '/door', remote: 'admin', title: 'Door', access: 'door', offline: true, manifest: '/door.webmanifest' },
  { path: '/approvals', remote: 'admin', title: 'Approvals', access: 'organiser' },
  { path: '/audit-log', remote: 'admin', title: 'Audit Log', access: 'organiser' },
  { path: '/concert-settings', remote: 'admin', title: 'Concert Settings', access: 'admin' },
  { path: '/go-live', remote: 'admin', title: 'Go Live', access: 'admin' },
  { path: '/admin/users', remote: 'admin', title: 'Users List', access: 'admin' },
] as const satisfies readonly Page[];

export type PagePath = (typeof PAGES)[number]['path'];

/** The screen at a path, without query or fragment; a trailing slash is forgiven. */
export function pageAt(path: string): Page | undefined {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return PAGES.find((page) => page.path === trimmed);
}
