import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import type { ConcertView } from '@concert/contracts/booking/http';
import { PRERENDERED_STATES, placeholderConcert, type PrerenderedState, type Screens } from '@concert/contracts/site/prerendered';
import { pageAt } from '@concert/contracts/site/pages';
import { renderToString } from 'react-dom/server';
import App, { prepare } from './app.tsx';
import { mediaUrl } from './media.ts';
import { descriptions as descriptionsOf } from './descriptions.ts';

interface Drawn {
  readonly description: string;
  /** Name of the screen's own file, where it has one. */
  readonly chunk?: string;
  /** What a state of the concert adds. */
  readonly more?: Partial<Record<PrerenderedState, string>>;
  readonly anyQuery: boolean;
  readonly picture?: string;
}

/** The gateway puts the concert's title in its place. */
const descriptions = descriptionsOf(placeholderConcert('open').title);

const DRAWN: Readonly<Record<string, Drawn>> = {
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

/** Without a head to put them into, React writes links to pictures before the page, and then cannot hydrate it. */
const PICTURE_LINKS = /<link rel="preload" as="image"[^>]*>/g;

function draw(path: string, concert: ConcertView | undefined): string {
  const html = renderToString(
    <MemoryRouter initialEntries={[path]}>
      <App session={undefined} concert={concert} pageTitle={pageAt(path)?.title ?? ''} refreshSession={() => Promise.resolve(null)} />
    </MemoryRouter>,
    { identifierPrefix: 'screen-' },
  );
  return html.replace(PICTURE_LINKS, '');
}

function filed(files: readonly string[]) {
  const each = [...new Set(files)];
  return { styles: each.filter((file) => file.endsWith('.css')), scripts: each.filter((file) => file.endsWith('.js')) };
}

/**
 * Runs when the remote is built: renders its public screens, once for each state of the concert.
 * @param filesOf names of the files of a chunk, styles and scripts
 * @param entry name of the remote's first file
 */
export async function prerender(entry: string, filesOf: (chunk: string) => readonly string[]): Promise<Screens> {
  const pages: Screens['pages'] = {};
  for (const [path, { description, chunk, more, anyQuery, picture }] of Object.entries(DRAWN)) {
    const html = {} as Record<PrerenderedState, string>;
    for (const state of PRERENDERED_STATES) {
      const concert = state === 'unknown' ? undefined : placeholderConcert(state);
      await prepare(path, concert);
      html[state] = draw(path, concert);
    }
    const own = filed([...filesOf('__federation_expose_App'), ...(chunk ? filesOf(chunk) : [])]);
    const further = Object.entries(more ?? {}).map(([state, name]) => [state, filed(filesOf(name))] as const);
    pages[path] = {
      description,
      anyQuery,
      ...(picture ? { picture } : {}),
      ...own,
      ...(further.length > 0 ? { more: Object.fromEntries(further) } : {}),
      html,
    };
  }
  return { entry, pages };
}
