import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from './errors.ts';
import type { Metrics } from './metrics.ts';

/** What must answer just when a process is busiest. */
const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready']);

/** What those are counted as that one source had too many of. */
const SOURCE = 'source';

/** Who may be under way at once. */
export interface Admission {
  /** Places of each kind of requests. */
  readonly most: number;
  readonly kinds: readonly string[];
  /** What a request is: each kind has places of its own, so that none waits for another's. */
  readonly kindOf: (request: FastifyRequest) => string;
  /** A bound for those that come from one place, and where a request comes from; undefined for requests that are not bounded so. */
  readonly perSource?: { readonly most: number; readonly sourceOf: (request: FastifyRequest) => string | undefined };
  readonly metrics: Metrics;
}

/** Counts what is under way by name. */
class Places {
  private readonly taken = new Map<string, number>();

  take(name: string, most: number): boolean {
    const taken = this.taken.get(name) ?? 0;
    if (taken >= most) return false;
    this.taken.set(name, taken + 1);
    return true;
  }

  giveBack(name: string): void {
    const taken = (this.taken.get(name) ?? 1) - 1;
    if (taken > 0) this.taken.set(name, taken);
    else this.taken.delete(name);
  }
}

/**
 * Turns requests away, before anything is done for them, while `most` of their kind are under way: when what a process depends
 * on turns slow, those it took are answered in time and memory stays bounded, instead of everybody waiting ever longer. A
 * place is taken when a request is whole, body and all: one that is still arriving takes none from others.
 */
export function admitRequests(app: FastifyInstance, { most, kinds, kindOf, perSource, metrics }: Admission): void {
  // A counter that appears with its first refusal would hide that one from an alert.
  for (const places of [...kinds, ...(perSource ? [SOURCE] : [])]) metrics.requestsShed.inc({ places }, 0);
  const ofKinds = new Places();
  const ofSources = new Places();
  app.addHook('preValidation', (request, reply, done) => {
    // Who left meanwhile would never give a place back.
    if (PROBES.has(request.routeOptions.url ?? '') || reply.raw.destroyed) return done();
    const kind = kindOf(request);
    const source = perSource?.sourceOf(request);
    if (source !== undefined && !ofSources.take(source, perSource!.most)) {
      metrics.requestsShed.inc({ places: SOURCE });
      void reply.header('retry-after', '1');
      return done(new DomainError('request.too_many'));
    }
    if (!ofKinds.take(kind, most)) {
      if (source !== undefined) ofSources.giveBack(source);
      metrics.requestsShed.inc({ places: kind });
      return done(new DomainError('request.unavailable'));
    }
    reply.raw.once('close', () => {
      ofKinds.giveBack(kind);
      if (source !== undefined) ofSources.giveBack(source);
    });
    done();
  });
}
