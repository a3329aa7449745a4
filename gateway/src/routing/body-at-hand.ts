import { Readable } from 'node:stream';
import { DomainError } from '@concert/service-kit/errors';
import type { FastifyRequest } from 'fastify';

/** What is small enough to be kept until its answer comes; larger bodies stream through and are sent once. */
const KEPT_BYTES = 64 * 1024;

/**
 * The body of a request as a whole, so that it can be sent again, when it is announced as a small one.
 * @throws DomainError `request.malformed` when it breaks off
 */
export async function bodyAtHand(request: FastifyRequest): Promise<{ readonly body: Buffer; readonly contentType: string } | undefined> {
  const { 'content-length': length, 'content-type': contentType } = request.headers;
  if (!(request.body instanceof Readable) || contentType === undefined || length === undefined || Number(length) > KEPT_BYTES) return undefined;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request.body) chunks.push(chunk as Buffer);
  } catch (error) {
    throw new DomainError('request.malformed', undefined, undefined, { cause: error });
  }
  return { body: Buffer.concat(chunks), contentType };
}
