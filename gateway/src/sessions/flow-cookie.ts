import type { IncomingHttpHeaders } from 'node:http';
import { FLOW_SECRET_HEADER } from '@concert/contracts/auth/http';
import { ATTRIBUTES, SECRET_FORM } from './session-cookie.ts';

/** Ties a Google sign-in to the browser that began it. Bound to the host as the session's cookie is, and Lax: Google sends the browser back. */
export const FLOW_COOKIE = '__Host-concert-flow';

/** Operations of svc-auth that receive the secret; no other service does. */
const OPERATIONS: ReadonlySet<string> = new Set(['startGoogle', 'finishGoogle']);
const FLOW_SECONDS = 600;

/** Whether an operation belongs to a Google sign-in. */
export function isFlowOperation(upstream: string, operation: string): boolean {
  return upstream === 'auth' && OPERATIONS.has(operation);
}

/** Set-Cookie for what svc-auth says about the flow: a new secret, its end (an empty one), or undefined for nothing. */
export function flowCookieFor(answer: IncomingHttpHeaders): string | undefined {
  const secret = answer[FLOW_SECRET_HEADER];
  if (typeof secret !== 'string') return undefined;
  if (!SECRET_FORM.test(secret)) return `${FLOW_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
  return `${FLOW_COOKIE}=${secret}; Max-Age=${FLOW_SECONDS}; ${ATTRIBUTES}`;
}
