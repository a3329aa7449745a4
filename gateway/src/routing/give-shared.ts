import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { CORRELATION_HEADER } from '@concert/contracts/core/identity';
import { currentContext } from '@concert/service-kit/process/context';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import { rootCodeOf, type NoAnswerReason } from '@concert/service-kit/http/no-answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { askWithRetries, isServiceAnswer } from './ask-service.ts';
import type { RetryPolicy } from './retry-policy.ts';
import type { PublicRoute } from './route-table.ts';
import type { SharedAnswer, TaggedAnswer } from './shared-answers.ts';
import type { UpstreamName } from './upstreams.ts';

/** What asking services needs. */
export interface SharedAnswerOptions {
  readonly urls: Readonly<Record<UpstreamName, string>>;
  /** To the services. */
  readonly connections: Dispatcher;
  readonly log: Log;
  /** Told of each request that is sent again. */
  readonly resent: (reason: NoAnswerReason) => void;
}

/** Makes a question to a service as nobody: nothing of whoever happened to come first goes with it. @throws DomainError `request.unavailable` */
export function askAnonymously(
  { upstream, route }: PublicRoute,
  asking: SharedAnswerOptions,
  retryPolicy: RetryPolicy,
): () => Promise<SharedAnswer> {
  const { urls, connections, log, resent } = asking;
  const about = { dependency: upstream.name, route: route.path };
  const { origin, host, pathname } = new URL(urls[upstream.name]);
  const path = pathname.replace(/\/$/, '') + route.path;
  const timeoutMs = route.longestSilenceMs ?? upstream.timeoutMs;
  return async () => {
    const context = currentContext();
    const headers = {
      host,
      accept: 'application/json',
      [CORRELATION_HEADER]: context?.correlationId ?? randomUUID(),
      ...(context ? { traceparent: context.traceparent } : {}),
    };
    const again = retryPolicy.decide(true, resent);
    try {
      const question = { origin, path, method: route.method, headers, body: null, timeoutMs };
      const answer = await askWithRetries(connections, question, isServiceAnswer, again);
      retryPolicy.answered();
      const contentType = String(answer.headers['content-type'] ?? 'application/json');
      const { statusCode, body } = answer;
      if (isServiceAnswer(statusCode, answer.headers))
        return {
          statusCode,
          contentType,
          retryAfter: answer.headers['retry-after'],
          body: Buffer.isBuffer(body) ? body.toString() : await text(body),
        };
      log.warn('a service failed without a problem document', { ...about, status: statusCode });
    } catch (error) {
      log.warn('a service did not answer', { ...about, reason: rootCodeOf(error) });
    }
    throw new DomainError('request.unavailable');
  };
}

/** Sends what everybody is told; a browser that has it already is not sent it again. */
export function sendToEverybody(answer: TaggedAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, contentType, retryAfter, etag, body } = answer;
  if (statusCode !== 200) {
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    return reply.code(statusCode).headers({ 'cache-control': 'no-store', 'content-type': contentType }).send(body);
  }
  void reply.headers({ 'cache-control': 'no-cache', etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-type', contentType).send(body);
}
