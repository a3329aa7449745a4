const HASHED = /\.[0-9a-f]{8,}\.[^/]+$/;
const LISTS_OF_VERSIONS = /(^|\/)(mf-manifest|mf-stats|remotes)\.json$/;

/**
 * How long a browser may keep a file. A name that carries its content's hash never changes; what names the current
 * versions is never kept; anything else is kept but asked about each time.
 */
export function cacheControlOf(path: string): string {
  if (LISTS_OF_VERSIONS.test(path)) return 'no-store';
  return HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
