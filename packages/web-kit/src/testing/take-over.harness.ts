import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';

/* What draws pages asks for this as it is loaded; jsdom has none, and no test needs one. */
globalThis.MessageChannel ??= class {
  readonly port1 = {};
  readonly port2 = {};
} as unknown as typeof MessageChannel;
/** Draws a page as the build does. */
export const { renderToString } = await import('react-dom/server');

/**
 * Hydrates a drawn page as a browser does.
 * @param meanwhile what is done on the page before its program is there
 * @returns what React found different from what was drawn
 */
export async function takeOver(drawn: string, page: ReactNode, meanwhile: (place: HTMLElement) => void = () => undefined) {
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = drawn;
  meanwhile(place);
  const differences: unknown[] = [];
  const root = await act(async () => hydrateRoot(place, page, { onRecoverableError: (error) => void differences.push(error) }));
  const leave = () => {
    act(() => root.unmount());
    place.remove();
  };
  return { place, differences, leave };
}
