import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../process/errors.ts';
import type { Metrics } from '../process/metrics.ts';
import { randomRetryAfter } from './problem-answers.ts';

/** Always answered, also when the process is at its limit. */
const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready']);

/** Metrics label of requests that were refused because one source had too many in progress. */
const SOURCE = 'source';

/** How many requests may be in progress at once. */
export interface Admission {
  /** Places for each kind of request. */
  readonly most: number;
  /** Places for a kind that has another number of them, by how many requests of each kind are in progress. */
  readonly mostOf?: Readonly<Record<string, (inProgress: (kind: string) => number) => number>>;
  readonly kinds: readonly string[];
  /** The kind of a request. Each kind has its own places, so that one kind cannot block another. */
  readonly kindOf: (request: FastifyRequest) => string;
  /** A limit for requests of one source, and how the source of a request of some kind is found; undefined for requests without such a limit. */
  readonly perSource?: { readonly most: number; readonly sourceOf: (request: FastifyRequest, kind: string) => string | undefined };
  readonly metrics: Metrics;
}

/** Counts the requests in progress by name. */
class Places {
  private readonly taken = new Map<string, number>();

  count(name: string): number {
    return this.taken.get(name) ?? 0;
  }

  take(name: string): void {
    this.taken.set(name, this.count(name) + 1);
  }

  giveBack(name: string): void {
    const taken = this.count(name) - 1;
    if (taken > 0) this.taken.set(name, taken);
    else this.taken.delete(name);
  }
}

/** What a request takes a place for. */
interface Wish {
  readonly kind: string;
  readonly source: string | undefined;
}

/* Kept with the request and its answer themselves, see docs/decisions/0088. */
const WISH = Symbol('wish');
const LEAVE = Symbol('leave');

/** A request that takes a place; the wish is absent for probes. */
interface Wishing extends FastifyRequest {
  [WISH]?: Wish;
}

/** An answer whose request has a place, and the function that frees it. */
interface Placed extends FastifyReply {
  [LEAVE]?: () => void;
}

/** Frees the place of a request whose client does not read the answer, before it is complete. It still counts for its source. */
export function releasePlace(reply: FastifyReply): void {
  (reply as Placed)[LEAVE]?.();
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
 * takes a place once its body is complete, so slow senders take none; while there is no place, a request is refused by its head, and its
 * body is not waited for.
 */
export function admitRequests(app: FastifyInstance, { most, mostOf, kinds, kindOf, perSource, metrics }: Admission): void {
  // Starts at zero: an alert could not see the first refusal of a counter that appears only with it.
  for (const places of [...kinds, ...(perSource ? [SOURCE] : [])]) metrics.requestsShed.inc({ places }, 0);
  const ofKinds = new Places();
  const ofSources = new Places();
  app.decorateRequest(WISH);
  app.decorateReply(LEAVE);
  const refuse = ({ kind, source }: Wish, reply: FastifyReply): DomainError | undefined => {
    const bySource = source !== undefined && ofSources.count(source) >= perSource!.most;
    if (!bySource && ofKinds.count(kind) < (mostOf?.[kind]?.((other) => ofKinds.count(other)) ?? most)) return undefined;
    metrics.requestsShed.inc({ places: bySource ? SOURCE : kind });
    void reply.header('retry-after', randomRetryAfter());
    return new DomainError(bySource ? 'request.too_many' : 'request.unavailable');
  };
  app.addHook('onRequest', (request: Wishing, reply, done) => {
    if (PROBES.has(request.routeOptions.url ?? '')) return done();
    const kind = kindOf(request);
    const wish = { kind, source: perSource?.sourceOf(request, kind) };
    request[WISH] = wish;
    done(refuse(wish, reply));
  });
  app.addHook('preValidation', (request: Wishing, reply: Placed, done) => {
    const wish = request[WISH];
    // A client that has disconnected would never give its place back.
    if (!wish || reply.raw.destroyed) return done();
    const refusal = refuse(wish, reply);
    if (refusal) return done(refusal);
    const { kind, source } = wish;
    ofKinds.take(kind);
    if (source !== undefined) ofSources.take(source);
    const leave = once(() => ofKinds.giveBack(kind));
    reply[LEAVE] = leave;
    reply.raw.once('close', () => {
      leave();
      if (source !== undefined) ofSources.giveBack(source);
    });
    done();
  });
}
