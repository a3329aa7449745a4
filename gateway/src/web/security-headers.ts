/** Everything a page may load comes from the site itself; nothing is inlined and nothing may frame it. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // Text never becomes a program by accident: only the policies of the shell and of webpack may make scripts' addresses.
  "require-trusted-types-for 'script'",
  'trusted-types default webpack',
].join('; ');

/** An answer of the API is data: whoever opens it as a page gets nothing that runs. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers that every answer carries. */
export function securityHeaders(publicOrigin: string, path: string): Record<string, string> {
  return {
    'content-security-policy': path.startsWith('/api/') ? DATA_POLICY : PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    // Addresses of ticket pages open tickets: no other site learns them.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    // Nobody who opens the site gets hold of it; the site may see whether a window it opened for signing in is still there.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    // On plain http browsers ignore it; saying it there would only claim what is not so.
    ...(publicOrigin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
