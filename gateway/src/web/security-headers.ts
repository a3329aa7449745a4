/** Everything a page loads comes from the site itself; nothing is inlined, and no site may put it into a frame. */
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
  // Trusted Types: only the policies of the shell and of webpack may turn text into addresses of scripts.
  "require-trusted-types-for 'script'",
  'trusted-types default webpack',
].join('; ');

/** An answer of the API is data: opened as a page, it can run nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers that every answer carries. */
export function securityHeaders(publicOrigin: string, path: string): Record<string, string> {
  return {
    'content-security-policy': path.startsWith('/api/') ? DATA_POLICY : PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    // The address of a ticket page opens the tickets, so no other site may learn it.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    // A site that opens ours gets no handle on its window; ours may see whether a window it opened for signing in is still there.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    // Browsers ignore it on plain http, so there it is not sent.
    ...(publicOrigin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
