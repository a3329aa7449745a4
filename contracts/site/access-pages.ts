import { PAGES, type PagePath } from './pages.ts';

/** Pages that are none of the screens: the description of the interface, and what an unknown address shows. */
export const OTHER_PAGES = ['/api/docs', 'an unknown address'] as const;
export type EvidencePage = PagePath | (typeof OTHER_PAGES)[number];

/** Every page that can be opened. */
export const EVIDENCE_PAGES: readonly EvidencePage[] = [...PAGES.map(({ path }) => path), ...OTHER_PAGES];

/* Pages that have something in common for a criterion. */

export const HOME: readonly EvidencePage[] = ['/'];
export const MUSIC: readonly EvidencePage[] = ['/how-music-heals'];
export const SOUNDING: readonly EvidencePage[] = ['/', '/how-music-heals', '/door'];
export const RESERVE: readonly EvidencePage[] = ['/reserve-your-seat', '/payment-successful'];
export const CHOICE: readonly EvidencePage[] = ['/get-details', '/choose'];
export const REFUND: readonly EvidencePage[] = ['/bookings', '/refund'];
export const GUEST: readonly EvidencePage[] = ['/v-i-p-tickets', '/get-hf-details'];
export const SETTINGS: readonly EvidencePage[] = ['/concert-settings'];
/** They are empty to whoever comes by their bare address: journeys look at them. */
export const REFERRED: readonly EvidencePage[] = ['/payment-successful', '/get-details', '/choose', '/refund', '/get-hf-details'];
export const DESK: readonly EvidencePage[] = ['/v-i-p-tickets', '/get-hf-details', '/get-bookings-report', '/door'];
export const HOLDING: readonly EvidencePage[] = ['/reserve-your-seat', '/bookings', '/get-details'];
export const SIGNING: readonly EvidencePage[] = ['/login', '/register', '/profile'];
/** A step of a purchase, or behind a link of a mail. */
const UNLINKED: readonly EvidencePage[] = [
  '/payment-successful',
  '/payment-failed',
  '/payment-cancelled',
  '/get-details',
  '/get-hf-details',
  '/refund',
  '/choose',
  '/send-refund-issued-email',
  'an unknown address',
];
export const LINKED = EVIDENCE_PAGES.filter((page) => !UNLINKED.includes(page));
