// eslint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f]/;

/**
 * Whether a path means the same to everybody who reads it on its way: no empty, `.` or `..` part, nothing that decodes
 * to a slash, a backslash or a control character. Whatever else would be read differently by the door, the service and
 * the file system, and that difference is how a guarded address is reached past its guard.
 * @param path of a request, without its query
 */
export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//')) return false;
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
