import { placeholderConcert } from '@concert/contracts/site/prerendered';
import { drawScreens, type DrawnPage } from '@concert/web-kit/draw-screens.tsx';
import App, { prepare } from './app.tsx';
import { mediaUrl } from './media.ts';
import { descriptions as descriptionsOf } from './descriptions.ts';

/** The gateway puts the concert's title in its place. */
const descriptions = descriptionsOf(placeholderConcert('open').title);

const DRAWN: Readonly<Record<string, DrawnPage>> = {
  '/': { description: descriptions.home, anyQuery: true, picture: mediaUrl('film/teacher.webp') },
  '/the-composer': { description: descriptions.composer, anyQuery: true, picture: mediaUrl('pictures/teacher.svg') },
  '/how-music-heals': { description: descriptions.music, anyQuery: true },
  '/artists': { description: descriptions.artists, anyQuery: true },
  '/concert-details': { description: descriptions.contact, anyQuery: true },
  '/flyer': { description: descriptions.flyer, anyQuery: true },
  '/accessibility': { description: descriptions.accessibility, anyQuery: true },
  '/privacy': { description: descriptions.privacy, anyQuery: true },
  '/terms': { description: descriptions.terms, anyQuery: true },
  '/refund-rule': { description: descriptions.refundRule, anyQuery: true },
  '/imprint': { description: descriptions.imprint, anyQuery: true },
  '/login': { description: descriptions.login, anyQuery: false },
  '/register': { description: descriptions.register, anyQuery: false },
};

/** Runs when the remote is built. */
export const prerender = drawScreens({ App, prepare, pages: DRAWN });
