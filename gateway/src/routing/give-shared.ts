import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CORRELATION_HEADER } from '@concert/contracts/core/identity';
import { currentContext } from '@concert/service-kit/context';
import { DomainError } from '@concert/service-kit/errors';
import { rootCodeOf } from '@concert/service-kit/no-answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { request as ask, type Dispatcher } from 'undici';
import type { Forwarding } from './forward.ts';
import type { RetryPolicy } from './retry-policy.ts';
import type { PublicRoute } from './route-table.ts';
import type { SharedAnswer, TaggedAnswer } from './shared-answers.ts';

/** Makes a question to a service as nobody: nothing of whoever happened to come first goes with it. @throws DomainError `request.unavailable` */
export function askAsNobody(
  { upstream, route }: PublicRoute,
  forwarding: Forwarding,
  retryPolicy: RetryPolicy,
): () => Promise<SharedAnswer> {
  const { urls, connections, log, resent } = forwarding;
  const about = { dependency: upstream.name, route: route.path };
  const url = new URL(route.path, urls[upstream.name]);
  const timeoutMs = route.longestSilenceMs ?? upstream.timeoutMs;
  const askOnce = async (): Promise<Dispatcher.ResponseData> => {
    const context = currentContext();
    const headers = {
      accept: 'application/json',
      [CORRELATION_HEADER]: context?.correlationId ?? randomUUID(),
      ...(context ? { traceparent: context.traceparent } : {}),
    };
    const decide = retryPolicy.decide(true, resent);
    for (;;) {
      try {
        const answer = await ask(url, { dispatcher: connections, headers, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
        retryPolicy.answered();
        return answer;
      } catch (error) {
        const waitMs = decide(error);
        if (waitMs === null) throw error;
        await pause(waitMs);
      }
    }
  };
  return async () => {
    try {
      const { statusCode, headers, body } = await askOnce();
      const bytes = Buffer.from(await body.arrayBuffer());
      const contentType = String(headers['content-type'] ?? 'application/json');
      if (statusCode < 500 || contentType.startsWith('application/problem+json'))
        return { statusCode, contentType, retryAfter: headers['retry-after']?.toString(), body: bytes };
      log.warn('a service failed without a problem document', { ...about, status: statusCode });
    } catch (error) {
      log.warn('a service did not answer', { ...about, reason: rootCodeOf(error) });
    }
    throw new DomainError('request.unavailable');
  };
}

/** Sends what everybody is told; a browser that has it already is not sent it again. */
export function sendShared(answer: TaggedAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, contentType, retryAfter, etag, body } = answer;
  if (statusCode !== 200) {
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    return reply.code(statusCode).headers({ 'cache-control': 'no-store', 'content-type': contentType }).send(body);
  }
  void reply.headers({ 'cache-control': 'no-cache', etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-type', contentType).send(body);
}
