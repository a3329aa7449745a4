// eslint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f]/;

/** Letters, digits, `-`, `.`, `_` and `~` in their encoded form, which nobody has a reason to use (RFC 3986, 2.3). */
const NEEDLESSLY_ENCODED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i;

/** What needs no closer look: parts of unencoded plain characters that do not begin with a dot. */
const PLAINEST = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?$/;

/**
 * Whether every program on the way reads a path in the same way: no empty, `.` or `..` part, nothing that decodes to a slash, a backslash
 * or a control character, nothing encoded without need. A path that gateway, service and file system read differently is how a guarded
 * address is reached past its guard.
 * @param path of a request, without its query
 */
export function isPlainPath(path: string): boolean {
  if (PLAINEST.test(path)) return true;
  if (!path.startsWith('/') || path.includes('//') || NEEDLESSLY_ENCODED.test(path)) return false;
  return path.split('/').every((part) => {
    let decoded: string;
    try {
      decoded = decodeURIComponent(part);
    } catch {
      return false;
    }
    return decoded !== '.' && decoded !== '..' && !decoded.includes('/') && !decoded.includes('\\') && !UNPRINTABLE.test(decoded);
  });
}

/** A request's path without its query. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
