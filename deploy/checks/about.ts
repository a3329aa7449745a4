import type { Environment } from '../../dev/system/live-keys.ts';

/** The values of a setting that may have several. */
export const listed = (value = ''): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** Where the site is reached; undefined where it has no name. */
export function originOf({ DOMAIN, PUBLIC_ORIGIN }: Environment): string | undefined {
  return PUBLIC_ORIGIN?.replace(/\/$/, '') || (DOMAIN ? `https://${DOMAIN}` : undefined);
}

/** Whether a key is that of an account of one's own, and not of a stand-in. */
export const hasAccount = (key: string): boolean => key !== '' && !/^(sk_test_|SG\.)standin/.test(key);

/** Names that are nobody's to have a site or an email address at. */
export const NOBODYS = /(^|[@.])(example|localhost|local|invalid)$/;
