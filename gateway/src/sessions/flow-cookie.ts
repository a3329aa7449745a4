import type { IncomingHttpHeaders } from 'node:http';
import { FLOW_SECRET_HEADER } from '@concert/contracts/auth/http';

/** Ties a Google sign-in to the browser that began it. Bound to the host as the session's cookie is. */
export const FLOW_COOKIE = '__Host-concert-flow';

/** Operations of svc-auth that receive the secret; no other service does. */
const OPERATIONS: ReadonlySet<string> = new Set(['startGoogle', 'finishGoogle']);
const FLOW_SECONDS = 600;
const SECRET_FORM = /^[A-Za-z0-9_-]{20,200}$/;
/** Lax: Google sends the browser back from its own site, by a plain navigation. */
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** Whether an operation belongs to a Google sign-in. */
export function isFlowOperation(upstream: string, operation: string): boolean {
  return upstream === 'auth' && OPERATIONS.has(operation);
}

/** The secret in a Cookie header, or undefined; a name that comes twice was not set by this site alone. */
export function flowSecretIn(header: string | undefined): string | undefined {
  if (!header?.includes(FLOW_COOKIE)) return undefined;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${FLOW_COOKIE}=`))
    .map((pair) => pair.slice(FLOW_COOKIE.length + 1));
  const [value = ''] = values;
  return values.length === 1 && SECRET_FORM.test(value) ? value : undefined;
}

/** Set-Cookie for what svc-auth says about the flow: a new secret, its end (an empty one), or undefined for nothing. */
export function flowCookieFor(answer: IncomingHttpHeaders): string | undefined {
  const secret = answer[FLOW_SECRET_HEADER];
  if (typeof secret !== 'string') return undefined;
  if (!SECRET_FORM.test(secret)) return `${FLOW_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
  return `${FLOW_COOKIE}=${secret}; Max-Age=${FLOW_SECONDS}; ${ATTRIBUTES}`;
}
