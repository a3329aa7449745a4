import { useEffect } from 'react';

const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

/** How the browser came to this document; `navigate` is a link, an address or another site. */
export const OPENED_BY = opened?.type ?? 'navigate';

/**
 * The browser shows the page as it was left when somebody comes back from another site, as from the payment page or Google; this is
 * called so that what has changed since is updated.
 */
export function usePageRestored(onRestored: () => void): void {
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) onRestored();
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [onRestored]);
}
