import type { FastifyInstance } from 'fastify';
import type { Upstream } from '../routing/upstreams.ts';
import { API_PAGE_POLICY, apiPage, openApiOf } from './api-page.ts';

const PAGE = '/api/docs';
const documentOf = (upstream: Upstream) => `/api/openapi/${upstream.name}.json`;

/** Addresses of the description. */
export function docsRoutes(upstreams: readonly Upstream[]): { method: 'GET'; path: string }[] {
  return [PAGE, ...upstreams.map(documentOf)].map((path) => ({ method: 'GET', path }));
}

const READ: ('GET' | 'HEAD')[] = ['GET', 'HEAD'];

/** Serves the description of the API: a page to read, and a document per upstream for programs. */
export function serveDocs(app: FastifyInstance, upstreams: readonly Upstream[], version: string): void {
  const page = apiPage(upstreams, version);
  app.route({
    method: READ,
    url: PAGE,
    handler: (_, reply) =>
      reply
        .header('content-security-policy', API_PAGE_POLICY)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page),
  });
  for (const upstream of upstreams) {
    const document = JSON.stringify(openApiOf(upstream, version));
    app.route({
      method: READ,
      url: documentOf(upstream),
      handler: (_, reply) => reply.header('cache-control', 'no-cache').type('application/json').send(document),
    });
  }
}
