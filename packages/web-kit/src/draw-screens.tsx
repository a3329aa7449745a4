import type { ConcertView } from '@concert/contracts/booking/http';
import { pageAt } from '@concert/contracts/site/pages';
import { PRERENDERED_STATES, placeholderConcert, type PrerenderedState, type Screens } from '@concert/contracts/site/prerendered';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from './memory-router.ts';
import type { AppProps } from './session.tsx';

/** A page that a remote draws while it is built. */
export interface DrawnPage {
  readonly description: string;
  readonly anyQuery: boolean;
  readonly picture?: string;
}

interface Remote {
  readonly App: ComponentType<AppProps>;
  readonly prepare: (path: string) => Promise<void>;
  readonly pages: Readonly<Record<string, DrawnPage>>;
}

/** Without a head to put them into, React writes links to pictures before the page, and then cannot hydrate it. */
const PICTURE_LINKS = /<link rel="preload" as="image"[^>]*>/g;

function draw(App: Remote['App'], path: string, concert: ConcertView | undefined): string {
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
 * Renders the prerendered screens of a remote, once for each state of the concert.
 * @returns what the build calls with the name of the remote's first file, and with what names the files of a chunk, styles and scripts
 */
export const drawScreens =
  ({ App, prepare, pages: drawn }: Remote) =>
  async (entry: string, filesOf: (chunk: string) => readonly string[]) => {
    const pages: Screens['pages'] = {};
    for (const [path, { description, anyQuery, picture }] of Object.entries(drawn)) {
      await prepare(path);
      const html = {} as Record<PrerenderedState, string>;
      for (const state of PRERENDERED_STATES) {
        const concert = state === 'unknown' ? undefined : placeholderConcert(state);
        html[state] = draw(App, path, concert);
      }
      // The file of a screen is named as its page; that of the first page is the remote's own.
      const own = filed([...filesOf('__federation_expose_App'), ...(path === '/' ? [] : filesOf(path.slice(1)))]);
      pages[path] = { description, anyQuery, ...(picture ? { picture } : {}), ...own, html };
    }
    return { entry, pages };
  };
