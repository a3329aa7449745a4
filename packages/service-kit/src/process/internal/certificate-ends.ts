import { X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** When each certificate of a PEM text ends, in milliseconds since 1970. */
function endsIn(pem: string): number[] {
  return (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text).validToDate.getTime());
}

/** When a certificate can no longer be shown, in milliseconds since 1970: when the first of its chain ends. */
export function chainEndsAt(pem: string): number | undefined {
  const ends = endsIn(pem);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/**
 * When the next of these authorities ends, in milliseconds since 1970. Those that have ended are passed over while another one is good,
 * because they lie in many files for years; where one of them was still needed, connections fail, and that is seen by itself.
 */
export function authoritiesEndAt(pem: string, now: Date): number | undefined {
  const ends = endsIn(pem);
  const good = ends.filter((end) => end > now.getTime());
  if (good.length > 0) return Math.min(...good);
  return ends.length > 0 ? Math.max(...ends) : undefined;
}
