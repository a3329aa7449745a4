import type { FastifyRequest } from 'fastify';
import { StripeFault } from './errors.ts';

/** A header's first value. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** @throws StripeFault when a request carries no key of a test account */
export function authorise(request: FastifyRequest): void {
  const [scheme, credential = ''] = (header(request, 'authorization') ?? '').split(' ');
  const key = scheme?.toLowerCase() === 'basic' ? Buffer.from(credential, 'base64').toString().split(':')[0] : credential;
  if (/^sk_test_[A-Za-z0-9_]{1,}$/.test(key ?? '')) return;
  throw new StripeFault(401, {
    type: 'invalid_request_error',
    message: key
      ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`
      : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
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
