import type { IncomingHttpHeaders } from 'node:http';
import { FLOW_SECRET_HEADER, SESSION_LIFETIME_HEADER, SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import { CLIENT_ADDRESS_HEADER, CORRELATION_HEADER, IDENTITY_HEADER } from '@concert/contracts/core/identity';

/** A visitor's headers that reach a service: a list, so that none passes that overrides the method or claims an address. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'range',
  'stripe-signature',
  'user-agent',
  'x-twilio-email-event-webhook-signature',
  'x-twilio-email-event-webhook-timestamp',
] as const;

const ABOUT_A_BODY: ReadonlySet<string> = new Set(['content-type', 'content-length']);

/** What the gateway itself tells a service about a request. */
export interface ForwardedContext {
  readonly host: string;
  readonly correlationId: string;
  readonly traceparent: string;
  /** Absent where nobody knows it. */
  readonly clientAddress?: string;
  /** Signed identity, when somebody is signed in. */
  readonly identity?: string;
  /** Secret of a Google sign-in that this browser began; only its own routes get it. */
  readonly flowSecret?: string;
}

/** Headers of a request as a service gets it. */
export function headersToService(given: IncomingHttpHeaders, introduction: ForwardedContext, withBody: boolean): IncomingHttpHeaders {
  const headers: Record<string, string | string[]> = {};
  const hop = namedInConnection(given);
  for (const name of PASSED_ON) {
    const value = given[name];
    if (value !== undefined && (withBody || !ABOUT_A_BODY.has(name)) && !hop?.has(name)) headers[name] = value;
  }
  headers['host'] = introduction.host;
  headers[CORRELATION_HEADER] = introduction.correlationId;
  headers['traceparent'] = introduction.traceparent;
  if (introduction.clientAddress !== undefined) headers[CLIENT_ADDRESS_HEADER] = introduction.clientAddress;
  if (introduction.identity !== undefined) headers[IDENTITY_HEADER] = introduction.identity;
  if (introduction.flowSecret !== undefined) headers[FLOW_SECRET_HEADER] = introduction.flowSecret;
  return headers;
}

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Set by the gateway itself, or of no concern outside. */
const OWN: ReadonlySet<string> = new Set([CORRELATION_HEADER, 'server', 'x-powered-by', 'date', 'set-cookie']);

/** Headers of a service's answer as a browser gets them. */
export function headersToBrowser(given: IncomingHttpHeaders): IncomingHttpHeaders {
  const hop = namedInConnection(given);
  const headers: IncomingHttpHeaders = {};
  for (const name in given) {
    if (HOP_BY_HOP.has(name) || OWN.has(name) || name.startsWith('x-concert-') || hop?.has(name)) continue;
    headers[name] = given[name];
  }
  return headers;
}

/** Headers that are for this hop only because the Connection header names them; undefined when it names none. */
function namedInConnection({ connection }: IncomingHttpHeaders): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  return new Set(
    String(connection)
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
}

/** What svc-auth says about the visitor's session in an answer: its new secret, its end, or nothing. */
export function sessionChangeIn(given: IncomingHttpHeaders): { secret: string; lifetimeSeconds: number } | 'ended' | undefined {
  const secret = given[SESSION_SECRET_HEADER];
  if (typeof secret !== 'string') return undefined;
  if (secret === '') return 'ended';
  const seconds = Number(given[SESSION_LIFETIME_HEADER]);
  return { secret, lifetimeSeconds: Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 0 };
}
