import { remember } from '@concert/web-kit/storage.ts';

/** Longer than any token this site hands out. */
const MAX_TOKEN_LENGTH = 2_048;

let arrived: string | undefined;

/** Takes a `token` out of the home page's address and saves it, before it is read or sent on; one repeated or too long is only removed. */
export function keepToken(): void {
  const address = new URL(window.location.href);
  if (address.pathname !== '/' || !address.searchParams.has('token')) return;
  const tokens = address.searchParams.getAll('token');
  const token = tokens.length === 1 ? tokens[0] : undefined;
  if (token && token.length <= MAX_TOKEN_LENGTH) {
    remember('token', token);
    arrived = token;
  }
  address.searchParams.delete('token');
  window.history.replaceState(window.history.state, '', `${address.pathname}${address.search}${address.hash}`);
}

/** The token this page was opened with; returned once. The saved copy stays, but a used code is worth nothing. */
export function takeArrivedToken(): string | undefined {
  const token = arrived;
  arrived = undefined;
  return token;
}
