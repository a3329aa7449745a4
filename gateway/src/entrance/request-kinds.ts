import { BODY_LIMIT, SIGNED_BODY_LIMIT } from '@concert/service-kit/http/http-hooks';
import type { FastifyRequest } from 'fastify';
import type { PublicRoute } from '../routing/route-table.ts';

/** Whom a request serves: people who use the site or begin a purchase, providers with signed messages, or browsers that load files. */
export type RequestKind = 'people' | 'newcomers' | 'signed' | 'files';
export const REQUEST_KINDS: readonly RequestKind[] = ['people', 'newcomers', 'signed', 'files'];

/** Tells requests of one kind from those of another, by the routes they matched. */
export class RequestKinds {
  readonly #signedPaths: ReadonlySet<string>;
  readonly #beginnings: ReadonlySet<string>;

  constructor(routes: readonly PublicRoute[]) {
    const pathsOf = (matches: (route: PublicRoute['route']) => boolean) =>
      new Set(routes.filter(({ route }) => matches(route)).map(({ route }) => route.path));
    this.#signedPaths = pathsOf(({ bodyKind }) => bodyKind === 'raw');
    this.#beginnings = pathsOf(({ shedFirst }) => Boolean(shedFirst));
  }

  readonly of = ({ routeOptions: { url = '' } }: FastifyRequest): RequestKind => {
    if (this.#signedPaths.has(url)) return 'signed';
    if (this.#beginnings.has(url)) return 'newcomers';
    return url.startsWith('/api/') ? 'people' : 'files';
  };

  /** Largest body of a request, in bytes. */
  readonly bodyLimitOf = (request: FastifyRequest): number => (this.of(request) === 'signed' ? SIGNED_BODY_LIMIT : BODY_LIMIT);
}
