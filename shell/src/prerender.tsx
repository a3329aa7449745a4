import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { PRERENDERED_STATES, SCREEN_PLACEHOLDER, placeholderConcert, type Frames } from '@concert/contracts/site/prerendered';
import { PAGES, REMOTES } from '@concert/contracts/site/pages';
import { renderToString } from 'react-dom/server';
import { Frame } from './frame/frame.tsx';
import { setRemote } from './frame/remote-region.tsx';

/** Runs when the shell is built: renders the frame of every prerendered page, with a place for its screen. */
export function prerender(): Frames {
  for (const remote of REMOTES) setRemote(remote, () => <div data-place="screen" />);
  const pages: Frames['pages'] = {};
  for (const page of PAGES) {
    if (!('prerendered' in page)) continue;
    const { path } = page;
    const html = Object.fromEntries(
      PRERENDERED_STATES.map((state) => {
        const frame = renderToString(
          <MemoryRouter initialEntries={[path]}>
            <Frame {...(state === 'unknown' ? {} : { knownConcert: placeholderConcert(state) })} />
          </MemoryRouter>,
          { identifierPrefix: 'frame-' },
        );
        if (!frame.includes(SCREEN_PLACEHOLDER)) throw new Error(`the frame of ${path} has no place for its screen`);
        return [state, frame] as const;
      }),
    );
    pages[path] = { html: html as Frames['pages'][string]['html'] };
  }
  return { pages };
}
