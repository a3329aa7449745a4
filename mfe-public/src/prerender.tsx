import { placeholderConcert, type Screens } from '@concert/contracts/site/prerendered';
import { drawScreens, type DrawnPage } from '@concert/web-kit/draw-screens.tsx';
import App, { prepare } from './app.tsx';
import { mediaUrl } from './media.ts';
import { descriptions as descriptionsOf } from './descriptions.ts';

/** The gateway puts the concert's title in its place. */
const descriptions = descriptionsOf(placeholderConcert('open').title);

const DRAWN: Readonly<Record<string, DrawnPage>> = {
  '/': { description: descriptions.home, anyQuery: true, more: { cancelled: 'next-date' }, picture: mediaUrl('film/teacher.webp') },
  '/the-composer': { description: descriptions.composer, chunk: 'the-composer', anyQuery: true, picture: mediaUrl('pictures/teacher.svg') },
  '/how-music-heals': { description: descriptions.music, chunk: 'how-music-heals', anyQuery: true },
  '/artists': { description: descriptions.artists, chunk: 'artists', anyQuery: true },
  '/concert-details': { description: descriptions.contact, chunk: 'concert-details', anyQuery: true },
  '/flyer': { description: descriptions.flyer, chunk: 'flyer', anyQuery: true },
  '/accessibility': { description: descriptions.accessibility, chunk: 'accessibility', anyQuery: true },
  '/privacy': { description: descriptions.privacy, chunk: 'privacy', anyQuery: true },
  '/terms': { description: descriptions.terms, chunk: 'terms', anyQuery: true },
  '/refund-rule': { description: descriptions.refundRule, chunk: 'refund-rule', anyQuery: true },
  '/imprint': { description: descriptions.imprint, chunk: 'imprint', anyQuery: true },
  '/login': { description: descriptions.login, chunk: 'login', anyQuery: false },
  '/register': { description: descriptions.register, chunk: 'register', anyQuery: false },
};

/** Runs when the remote is built. */
export function prerender(entry: string, filesOf: (chunk: string) => readonly string[]): Promise<Screens> {
  return drawScreens({ App, prepare, pages: DRAWN }, entry, filesOf);
}
