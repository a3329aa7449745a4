import type { Role } from '@concert/contracts/core/roles';
import { redirectTarget, RESERVE_REDIRECT } from './redirects.ts';
import { forget, recall, remember } from './storage.ts';

/** Remembers where `/login?nav=…` is to lead. Only the product's own pages are remembered. */
export function rememberReturnPath(nav: string | null): void {
  // Whether the person may see the page is asked again with their role, when they have one.
  if (nav !== null && redirectTarget(nav, 'admin')) remember('page_redirect', nav);
}

/** Where a person who has just signed in goes: where they wanted to go, if they may, and home otherwise. Asked once. */
export function takeReturnPath(role: Role): string {
  const target = redirectTarget(recall('page_redirect'), role);
  forget('page_redirect', 'page_redirect_from_mobile');
  return target ?? '/';
}

/** Before the page itself goes to another site to sign in: keeps the way to the reservation under the key that is read on the return. */
export function keepReturnPathOverRedirect(): void {
  if (recall('page_redirect') === RESERVE_REDIRECT) remember('page_redirect_from_mobile', RESERVE_REDIRECT);
}

/** Where a person goes who came back from another site signed in: to the reservation, or as {@link takeReturnPath} says. Asked once. */
export function takeReturnPathAfterRedirect(role: Role): string {
  const reserves = recall('page_redirect_from_mobile') === RESERVE_REDIRECT;
  const returnPath = takeReturnPath(role);
  return reserves ? (redirectTarget(RESERVE_REDIRECT, role) ?? returnPath) : returnPath;
}
