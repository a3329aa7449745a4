import { googleOutcomeIn, tellGoogleOutcome } from '@concert/web-kit/google-outcome.ts';

/**
 * The popup in which Google was opened comes back to the login page: it tells the waiting page, and closes. If the browser does not let it
 * close, it continues like any page that comes back from Google.
 */
export function closePopup(): void {
  const { pathname, search } = window.location;
  const outcome = pathname === '/login' ? googleOutcomeIn(new URLSearchParams(search)) : undefined;
  if (!outcome) return;
  tellGoogleOutcome(outcome);
  window.close();
}
