import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { spreadSeconds } from './problem-answers.ts';

/** Always answered, also when the process is at its limit. */
const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready']);

/** Metrics label of requests that were refused because one source had too many in progress. */
const SOURCE = 'source';

/** How many requests may be in progress at once. */
export interface Admission {
  /** Places for each kind of request. */
  readonly most: number;
  readonly kinds: readonly string[];
  /** The kind of a request. Each kind has its own places, so that one kind cannot block another. */
  readonly kindOf: (request: FastifyRequest) => string;
  /** A limit for requests of one source, and how the source is found; undefined for requests without such a limit. */
  readonly perSource?: { readonly most: number; readonly sourceOf: (request: FastifyRequest) => string | undefined };
  readonly metrics: Metrics;
}

/** Counts the requests in progress by name. */
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

/** For each answer, the function that frees its place. */
const leaves = new WeakMap<ServerResponse, () => void>();

/**
 * Frees the place of a request before its answer is complete, for a client that does not read it. The request still counts for its
 * source.
 */
export function leavePlace(answer: ServerResponse): void {
  leaves.get(answer)?.();
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

/**
 * Refuses requests, before any work is done for them, while `most` of their kind are in progress. When a dependency turns slow,
 * admitted requests are still answered in time and memory stays bounded, instead of everybody waiting longer and longer. A request
 * takes a place once its body is complete, so slow senders take none.
 */
export function admitRequests(app: FastifyInstance, { most, kinds, kindOf, perSource, metrics }: Admission): void {
  // Starts at zero: an alert could not see the first refusal of a counter that appears only with it.
  for (const places of [...kinds, ...(perSource ? [SOURCE] : [])]) metrics.requestsShed.inc({ places }, 0);
  const ofKinds = new Places();
  const ofSources = new Places();
  app.addHook('preValidation', (request, reply, done) => {
    // A client that has disconnected would never give its place back.
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
      void reply.header('retry-after', spreadSeconds());
      return done(new DomainError('request.unavailable'));
    }
    const leave = once(() => ofKinds.giveBack(kind));
    leaves.set(reply.raw, leave);
    reply.raw.once('close', () => {
      leave();
      if (source !== undefined) ofSources.giveBack(source);
    });
    done();
  });
}
