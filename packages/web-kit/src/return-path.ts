import type { Role } from '@concert/contracts/core/roles';
import { redirectTarget, RESERVATION_PAGE_REDIRECT } from './redirects.ts';
import { forget, recall, remember } from './storage.ts';

/** Remembers where `/login?nav=…` leads. Only the product's own pages are remembered. */
export function rememberReturnPath(nav: string | null): void {
  // Whether the person may see the page is checked again with their role, once they have one.
  if (nav !== null && redirectTarget(nav, 'admin')) remember('page_redirect', nav);
}

/** What the link of a mail names, so that it leads to the wanted page in whatever browser it is opened. */
export function returnPathForMail(): string | undefined {
  const wanted = recall('page_redirect');
  return wanted !== null && redirectTarget(wanted, 'admin') ? wanted : undefined;
}

/**
 * Where a person goes who has just signed in: to the page they wanted, if they may see it, and home otherwise. The answer is given once.
 * @param nav what the address itself names, which counts before what is stored: another tab may have stored it
 */
export function takeReturnPath(role: Role, nav: string | null = null): string {
  const target = redirectTarget(nav, role) ?? redirectTarget(recall('page_redirect'), role);
  forget('page_redirect', 'page_redirect_from_mobile');
  return target ?? '/';
}

/**
 * Called before the page leaves for another site to sign in: stores the way to the reservation under the key that is read on the return.
 */
export function keepReturnPathOverRedirect(): void {
  if (recall('page_redirect') === RESERVATION_PAGE_REDIRECT) remember('page_redirect_from_mobile', RESERVATION_PAGE_REDIRECT);
}

/**
 * Where a person goes who comes back from another site signed in: to the reservation, or where {@link takeReturnPath} says. The answer is
 * given once.
 */
export function takeReturnPathAfterRedirect(role: Role): string {
  const reserves = recall('page_redirect_from_mobile') === RESERVATION_PAGE_REDIRECT;
  const returnPath = takeReturnPath(role);
  return reserves ? (redirectTarget(RESERVATION_PAGE_REDIRECT, role) ?? returnPath) : returnPath;
}
