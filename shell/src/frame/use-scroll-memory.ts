import { OPENED_BY } from '@concert/web-kit/use-page-restored.ts';
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORE = 'concert-scroll';
/** How long a page that is still loading may take to become as tall as it was. */
const PATIENCE_MS = 5_000;

type Heights = Record<string, number>;

function readHeights(): Heights {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORE) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Heights) : {};
  } catch {
    return {};
  }
}

function writeHeights(heights: Heights): void {
  try {
    window.sessionStorage.setItem(STORE, JSON.stringify(heights));
  } catch {
    // Storage is blocked or full: positions are then forgotten when the page is left.
  }
}

/**
 * Scrolls to a position as soon as the page is tall enough, unless the person scrolls first, or the page has moved the focus to news.
 * @returns how to stop
 */
function scrollWhenPossible(height: number): () => void {
  const reach = () => {
    if (document.activeElement?.closest('[data-news]')) return true;
    window.scrollTo(0, height);
    return Math.abs(window.scrollY - height) < 2;
  };
  if (reach()) return () => undefined;
  const stop = () => {
    observer.disconnect();
    clearTimeout(patience);
    for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.removeEventListener(type, stop);
  };
  const observer = new ResizeObserver(() => {
    if (reach()) stop();
  });
  observer.observe(document.body);
  const patience = setTimeout(stop, PATIENCE_MS);
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.addEventListener(type, stop, { passive: true });
  return stop;
}

/** A new page starts at its top; a page that one comes back to is where one left it, also after a reload. */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation();
  const arrivedBy = useNavigationType();
  const heights = useRef<Heights | null>(null);
  // The first entry of every document has the same key.
  const entry = `${key} ${pathname}`;
  const place = useRef({ entry, pathname: null as string | null });

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    heights.current = readHeights();
    const keep = () => {
      if (heights.current) heights.current[place.current.entry] = window.scrollY;
    };
    const store = () => writeHeights(heights.current ?? {});
    window.addEventListener('scroll', keep, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('scroll', keep);
      window.removeEventListener('pagehide', store);
    };
  }, []);

  useLayoutEffect(() => {
    const before = place.current;
    place.current = { entry, pathname };
    const height = heights.current?.[entry];
    if (arrivedBy === 'POP') {
      if (height !== undefined && (before.pathname !== null || OPENED_BY !== 'navigate')) return scrollWhenPossible(height);
      return;
    }
    // Filters and tabs change the address of the same page; the reader stays where they are.
    if (before.pathname === pathname) return;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) target.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [entry, pathname, hash, arrivedBy]);
}
