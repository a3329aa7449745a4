import type { FastifyInstance } from 'fastify';
import { DomainError } from './errors.ts';
import type { Metrics } from './metrics.ts';

/** What must answer just when a process is busiest. */
const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * Turns requests away, before anything is done for them, while `most` are under way: when what a process depends on turns
 * slow, those it took are answered in time and memory stays bounded, instead of everybody waiting ever longer.
 */
export function admitRequests(app: FastifyInstance, { most, metrics }: { most: number; metrics: Metrics }): void {
  let underWay = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (PROBES.has(request.routeOptions.url ?? '')) return done();
    if (underWay >= most) {
      metrics.requestsShed.inc();
      return done(new DomainError('request.unavailable'));
    }
    underWay += 1;
    reply.raw.once('close', () => (underWay -= 1));
    done();
  });
}
