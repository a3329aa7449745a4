import type { Role } from '@concert/contracts/core/identity';
import { redirectTarget } from '@concert/web-kit/redirects.ts';
import { forget, recall, remember } from '@concert/web-kit/storage.ts';

/** Remembers where `/login?nav=…` is to lead. Only the product's own pages are remembered. */
export function rememberWayOn(nav: string | null): void {
  // Whether the person may see the page is asked again with their role, when they have one.
  if (nav !== null && redirectTarget(nav, 'admin')) remember('page_redirect', nav);
}

/** Where a person who has just signed in goes: where they wanted to go, if they may, and home otherwise. Asked once. */
export function takeWayOn(role: Role): string {
  const target = redirectTarget(recall('page_redirect'), role);
  forget('page_redirect');
  return target ?? '/';
}
