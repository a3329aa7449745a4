import type { Screens } from '@concert/contracts/site/prerendered';
import { drawScreens } from '@concert/web-kit/draw-screens.tsx';
import App, { prepare } from './app.tsx';

const DRAWN = {
  '/reserve-your-seat': {
    description: 'Choose your seats and pay by card: your tickets come by email.',
    chunk: 'reserve-your-seat',
    anyQuery: true,
  },
};

/** Runs when the remote is built. */
export function prerender(entry: string, filesOf: (chunk: string) => readonly string[]): Promise<Screens> {
  return drawScreens({ App, prepare, pages: DRAWN }, entry, filesOf);
}
