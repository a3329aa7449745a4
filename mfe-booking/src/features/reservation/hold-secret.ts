import { randomKey } from '@concert/web-kit/attempt-keys.ts';

const STORE = 'concert-hold-secret';

/** By which the site knows another hold as this tab's own, which takes the place of the one before. It stays while the tab is open. */
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
