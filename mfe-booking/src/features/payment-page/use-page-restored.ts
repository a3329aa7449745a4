import { useEffect } from 'react';

/**
 * The browser shows the page as it was left when someone comes back from the payment page; what has changed since is then
 * to be put right.
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
