import type { FastifyRequest } from 'fastify';
import { StripeFault } from './errors.ts';

/** The account that every key belongs to. */
export const ACCOUNT_ID = 'acct_1StandIn';

/** What a restricted key has a right to, by the beginning of the address. */
const RIGHTS: readonly (readonly [string, string])[] = [
  ['/v1/account', 'accounts_kyc_basic'],
  ['/v1/checkout/sessions', 'checkout_session'],
  ['/v1/payment_intents', 'payment_intent'],
  ['/v1/charges', 'charge'],
  ['/v1/refunds', 'charge'],
  ['/v1/disputes', 'dispute'],
  ['/v1/balance', 'balance'],
  ['/v1/payouts', 'payout'],
  ['/v1/radar/early_fraud_warnings', 'early_fraud_warning'],
  ['/v1/events', 'event'],
  ['/v1/webhook_endpoints', 'webhook'],
];

/** A header's first value. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * @returns the key of a test account that a request carries
 * @throws StripeFault when it carries none
 */
export function authorise(request: FastifyRequest): string {
  const [scheme, credential = ''] = (header(request, 'authorization') ?? '').split(' ');
  const key = scheme?.toLowerCase() === 'basic' ? Buffer.from(credential, 'base64').toString().split(':')[0] : credential;
  if (key !== undefined && /^[sr]k_test_[A-Za-z0-9_]{1,}$/.test(key)) return key;
  throw new StripeFault(401, {
    type: 'invalid_request_error',
    message: key
      ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`
      : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
  });
}

/** @throws StripeFault when a restricted key lacks the right to a request, in the provider's words. @param target as in `GET /v1/events` */
export function refuseLackingRight(key: string, target: string, lacking: string): void {
  if (!key.startsWith('rk_') || lacking === '') return;
  const [method = '', address = ''] = target.split(' ');
  const right = RIGHTS.find(([path]) => address.startsWith(path))?.[1];
  const lacks = lacking.split(',');
  // Who may write may read.
  const needed = method === 'GET' ? [`rak_${right}_read`] : [`rak_${right}_write`];
  const refused = needed.find((name) => lacks.includes(name));
  if (refused === undefined) return;
  throw new StripeFault(403, {
    type: 'invalid_request_error',
    message: `The provided key '${key.slice(0, 8)}${'*'.repeat(8)}' does not have the required permissions for this endpoint on account '${ACCOUNT_ID}'. Having the '${refused}' permission would allow this request to continue.`,
  });
}

/** The API reads forms, whatever else a body says it is. */
export function refuseOtherBodies(request: FastifyRequest): void {
  const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim();
  if (request.method === 'POST' && request.body !== undefined && request.body !== null && type !== 'application/x-www-form-urlencoded') {
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      message: `Invalid request (check that your POST content type is application/x-www-form-urlencoded). The content type received was "${type}".`,
    });
  }
}
