import { DomainError } from '@concert/service-kit/process/errors';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorNetwork } from '../visitors/forwarded-addresses.ts';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 50_000;

/** Checks one request against a limit. @throws DomainError `request.too_many` */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Prepares limits per network address. Each process of the gateway counts for itself: a limit keeps one address from taking all of a
 * process's time, it is no exact count of calls. Where nobody knows the address, it does not count.
 */
export async function prepareLimits(app: FastifyInstance): Promise<(perMinute: number) => Limit> {
  await app.register(rateLimit, { global: false, cache: MAX_ADDRESSES });
  return (perMinute) => {
    const count = app.createRateLimit({ max: perMinute, timeWindow: WINDOW_MS });
    return async (request, reply) => {
      if (visitorNetwork(request) === undefined) return;
      const result = await count(request);
      if (result.isAllowed || !result.isExceeded) return;
      void reply.header('retry-after', String(Math.max(1, result.ttlInSeconds)));
      throw new DomainError('request.too_many');
    };
  };
}
