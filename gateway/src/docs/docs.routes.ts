import { openApi } from '@concert/contracts/core/openapi';
import type { FastifyInstance } from 'fastify';
import type { Upstream } from '../routing/upstreams.ts';

const PAGE = '/api/docs';
const documentOf = (upstream: Upstream) => `/api/openapi/${upstream.name}.json`;

/** Addresses of the description. */
export function docsRoutes(upstreams: readonly Upstream[]): { method: 'GET'; path: string }[] {
  return [PAGE, ...upstreams.map(documentOf)].map((path) => ({ method: 'GET', path }));
}

/** OpenAPI description of what browsers may call of one upstream. */
function openApiOf(upstream: Upstream, version: string): object {
  const outside = Object.fromEntries(Object.entries(upstream.routes).filter(([, route]) => route.access !== 'internal'));
  return openApi(upstream.title, version, outside, upstream.problems);
}

function pageOf(upstreams: readonly Upstream[]): string {
  const links = upstreams.map((upstream) => `<p><a href="${documentOf(upstream)}">${upstream.title}</a></p>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of the Music for Meditation Concert</title>
<main>
<h1>API of the Music for Meditation Concert</h1>
<p>Everything a browser may call, as OpenAPI 3.1 documents:</p>
${links.join('\n')}
<p>Bodies and answers are JSON. A refusal is a problem document (RFC 9457) whose <code>code</code> says what is the matter. Where an <code>Idempotency-Key</code> is taken, a repeated request with the same key and body gets the first answer again.</p>
</main>
</html>
`;
}

const READ: ('GET' | 'HEAD')[] = ['GET', 'HEAD'];

/** Serves the description of the API: a document per upstream, and a page that leads to them. */
export function serveDocs(app: FastifyInstance, upstreams: readonly Upstream[], version: string): void {
  const serve = (url: string, type: string, body: string) =>
    app.route({ method: READ, url, handler: (_, reply) => reply.header('cache-control', 'no-cache').type(type).send(body) });
  serve(PAGE, 'text/html; charset=utf-8', pageOf(upstreams));
  for (const upstream of upstreams) serve(documentOf(upstream), 'application/json', JSON.stringify(openApiOf(upstream, version)));
}
