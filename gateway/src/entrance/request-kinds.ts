import { BODY_LIMIT, SIGNED_BODY_LIMIT } from '@concert/service-kit/http-hooks';
import type { FastifyRequest } from 'fastify';
import { pathOf } from '../routing/path-check.ts';
import type { PublicRoute } from '../routing/route-table.ts';

/** Whom a request serves: people who use the site, providers who send signed messages, or browsers that load files. */
export type RequestKind = 'people' | 'signed' | 'files';
export const REQUEST_KINDS: readonly RequestKind[] = ['people', 'signed', 'files'];

/** Tells requests of one kind from those of another, by the routes they matched. */
export class RequestKinds {
  readonly #signedPaths: ReadonlySet<string>;

  constructor(routes: readonly PublicRoute[]) {
    this.#signedPaths = new Set(routes.filter(({ route }) => route.bodyKind === 'raw').map(({ route }) => route.path));
  }

  readonly of = ({ routeOptions: { url = '' } }: FastifyRequest): RequestKind => {
    if (this.#signedPaths.has(url)) return 'signed';
    return url.startsWith('/api/') ? 'people' : 'files';
  };

  /** Largest body of a request, in bytes. */
  readonly bodyLimitOf = (request: FastifyRequest): number => (this.of(request) === 'signed' ? SIGNED_BODY_LIMIT : BODY_LIMIT);

  /** The kind of a call on its way to a service. */
  ofCall(address: string): 'people' | 'signed' {
    return this.#signedPaths.has(pathOf(address)) ? 'signed' : 'people';
  }
}
