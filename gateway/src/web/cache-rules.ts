const HASHED = /\.[0-9a-f]{8,}\.[^/]+$/;
const LISTS_OF_VERSIONS = /(^|\/)(mf-manifest|mf-stats|remotes)\.json$/;

/** Whether a file's name carries its content's hash, so that it is the same wherever it is found. */
export function isNamedByContent(path: string): boolean {
  return HASHED.test(path);
}

/**
 * How long a browser may keep a file. A name that carries its content's hash never changes; what names the current
 * versions is never kept; anything else is kept but asked about each time.
 */
export function cacheControlOf(path: string): string {
  if (LISTS_OF_VERSIONS.test(path)) return 'no-store';
  return isNamedByContent(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
