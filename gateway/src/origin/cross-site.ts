const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** What a browser says about where a request comes from. */
export interface Provenance {
  readonly method: string;
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  readonly hasSession: boolean;
}

/**
 * Whether a request that may change something could have been caused by a page of another site. The cookie's SameSite attribute stops most
 * of them; this stops the rest, and does not depend on it. A client that is no browser sends neither header, and may do what anybody may
 * who is not signed in.
 */
export function isCrossSite(request: Provenance, publicOrigin: string): boolean {
  if (SAFE.has(request.method)) return false;
  const site = request.secFetchSite;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (request.origin !== undefined) return request.origin !== publicOrigin;
  return request.hasSession && site !== 'same-origin';
}
