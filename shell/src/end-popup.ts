import { googleOutcomeIn, tellGoogleOutcome } from '@concert/web-kit/google-outcome.ts';

/**
 * The window that Google was opened in comes back to the login page: it tells the page that waits, and closes. Where a
 * browser does not let it close, it goes on as any page that comes back from Google does.
 */
export function endPopup(): void {
  const { pathname, search } = window.location;
  const outcome = pathname === '/login' ? googleOutcomeIn(new URLSearchParams(search)) : undefined;
  if (!outcome) return;
  tellGoogleOutcome(outcome);
  window.close();
}
