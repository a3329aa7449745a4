import type { FastifyInstance } from 'fastify';
import type { Owner } from '../routing/owners.ts';
import { API_PAGE_POLICY, apiPage, openApiOf } from './api-page.ts';

const PAGE = '/api/docs';
const documentOf = (owner: Owner) => `/api/openapi/${owner.name}.json`;

/** Addresses of the description. */
export function docsRoutes(owners: readonly Owner[]): { method: 'GET'; path: string }[] {
  return [PAGE, ...owners.map(documentOf)].map((path) => ({ method: 'GET', path }));
}

const READ: ('GET' | 'HEAD')[] = ['GET', 'HEAD'];

/** Serves the description of the API: a page to read, and a document per owner for programs. */
export function serveDocs(app: FastifyInstance, owners: readonly Owner[], version: string): void {
  const page = apiPage(owners, version);
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
  for (const owner of owners) {
    const document = JSON.stringify(openApiOf(owner, version));
    app.route({
      method: READ,
      url: documentOf(owner),
      handler: (_, reply) => reply.header('cache-control', 'no-cache').type('application/json').send(document),
    });
  }
}
