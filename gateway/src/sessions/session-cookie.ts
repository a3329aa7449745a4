/** The prefix makes browsers refuse it from other hosts, or without Secure or Path=/. They count http://localhost as secure. */
export const SESSION_COOKIE = '__Host-concert-session';

export const SECRET_FORM = /^[A-Za-z0-9_-]{20,200}$/;
export const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/**
 * The secret that a cookie has in a Cookie header, or undefined when there is none or it cannot be one. When the name comes twice, this
 * site did not set both, so neither is trusted.
 */
export function secretIn(header: string | undefined, name: string): string | undefined {
  if (!header?.includes(name)) return undefined;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value = ''] = values;
  return values.length === 1 && SECRET_FORM.test(value) ? value : undefined;
}

/** The session's secret in a Cookie header, or undefined. */
export function sessionSecretIn(header: string | undefined): string | undefined {
  return secretIn(header, SESSION_COOKIE);
}

/**
 * Set-Cookie that keeps a session as long as svc-auth lets it live; without a lifetime, as long as the browser runs.
 * @throws Error when the secret could change the meaning of the header
 */
export function cookieFor(secret: string, lifetimeSeconds: number): string {
  if (!SECRET_FORM.test(secret)) throw new Error('a session secret has an impossible form');
  return `${SESSION_COOKIE}=${secret}; ${lifetimeSeconds > 0 ? `Max-Age=${lifetimeSeconds}; ` : ''}${ATTRIBUTES}`;
}

/** Set-Cookie that makes the browser forget its session. */
export function clearedCookie(): string {
  return `${SESSION_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
}
