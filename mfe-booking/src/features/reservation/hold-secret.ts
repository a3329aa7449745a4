import { randomKey } from '@concert/web-kit/attempt-keys.ts';

const STORE = 'concert-hold-secret';

/**
 * By which the site knows that another hold is this tab's own, so that it takes the place of the one before. It opens nothing, and stays as
 * long as the tab is open.
 */
export function holdSecret(): string {
  const fresh = randomKey();
  try {
    const kept = window.sessionStorage.getItem(STORE) ?? fresh;
    window.sessionStorage.setItem(STORE, kept);
    return kept;
  } catch {
    // Blocked storage: what was held before ends by itself.
    return fresh;
  }
}
