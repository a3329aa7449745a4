import { drawScreens } from '@concert/web-kit/draw-screens.tsx';
import App, { prepare } from './app.tsx';

const DRAWN = {
  '/reserve-your-seat': {
    description: 'Choose your seats and pay by card: your tickets come by email.',
    anyQuery: true,
  },
};

/** Runs when the remote is built. */
export const prerender = drawScreens({ App, prepare, pages: DRAWN });
