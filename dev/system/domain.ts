/** A name in DNS (RFC 1123), without `https://`, port or path. The site with `www.` before its name leads there by itself. */
const DOMAIN = /^(?!www\.)(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Whether this can be the domain of a site, as `DOMAIN` names it. */
export const isDomain = (name: string): boolean => DOMAIN.test(name);
