import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyReader } from './body-reader.ts';
import { visitorNetwork } from '../visitors/forwarded-addresses.ts';
import type { RequestKind } from './request-kinds.ts';

/** Bytes of bodies that are held at once, of people and of signed messages each. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Methods whose bodies Fastify does not read. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/* Kept with the request itself, see docs/decisions/0088. */
const ANSWER = Symbol('answer');

/** A request that may have a body, and the answer to it. */
interface Answered extends FastifyRequest {
  [ANSWER]?: ServerResponse;
}

/** How bodies are read. */
export interface BodyReadingOptions {
  readonly kindOf: (request: FastifyRequest) => RequestKind;
  /** Largest body of a request, in bytes. */
  readonly limitOf: (request: FastifyRequest) => number;
  readonly mostPerNetwork: number;
  readonly patienceMs?: number;
}

/** Reads every body whole, as the bytes it came as, before its route's handler begins. */
export function readBodiesWhole(app: FastifyInstance, { kindOf, limitOf, mostPerNetwork, ...patience }: BodyReadingOptions): void {
  // A provider sends all it has to say from a few addresses.
  const signed = new BodyReader({ mostBytes: MAX_BYTES, ...patience });
  const others = new BodyReader({ mostBytes: MAX_BYTES, mostPerNetwork, ...patience });
  app.decorateRequest(ANSWER);
  app.addHook('onRequest', (request: Answered, reply, done) => {
    if (!WITHOUT_BODY.has(request.method)) request[ANSWER] = reply.raw;
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: Answered, body: IncomingMessage) =>
    (kindOf(request) === 'signed' ? signed : others).read(body, request[ANSWER]!, {
      network: visitorNetwork(request),
      limit: limitOf(request),
    }),
  );
}
