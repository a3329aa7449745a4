import { pageAt } from '@concert/contracts/site/pages';
import { DomainError } from '@concert/service-kit/process/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../routing/path-check.ts';
import type { ConcertView } from '@concert/contracts/booking/http';
import type { WebSource } from '../settings.ts';
import { createSendFile, prepareFolders, type SendFile } from './files.ts';
import { PrerenderedPages, type PageDocument } from './prerendered-pages.ts';

/** What serving the front end needs. */
export interface Web {
  readonly shell: WebSource;
  readonly remotes: Readonly<Record<string, WebSource>>;
  /** Where the site is found from outside. */
  readonly origin: string;
  /** Whether real money is taken. */
  readonly paymentsLive: boolean;
  /** The concert as it is now; undefined when it cannot be read. */
  readonly readConcert: () => Promise<ConcertView | undefined>;
  readonly fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
  /** Answers an address that is neither file nor page. @throws always */
  readonly refuseUnknown: (request: FastifyRequest, reply: FastifyReply) => never;
}

const READ: ('GET' | 'HEAD')[] = ['GET', 'HEAD'];

/**
 * Serves the shell's page and files, the remotes' files, and the list of remotes. Every page of the product is the same document. An
 * address without a page gets it too, with status 404: people see the site's own words, and machines the right status.
 */
export async function serveWeb(
  app: FastifyInstance,
  { shell, remotes, origin, paymentsLive, readConcert, fail, refuseUnknown }: Web,
): Promise<void> {
  await prepareFolders(
    app,
    [shell, ...Object.values(remotes)].flatMap((source) => (source.kind === 'folder' ? [source.path] : [])),
  );
  const away = (request: FastifyRequest, reply: FastifyReply) => fail(new DomainError('request.unavailable'), request, reply);
  const sendShell = createSendFile(shell, away);
  const sendRemote = new Map<string, SendFile>(Object.entries(remotes).map(([name, source]) => [name, createSendFile(source, away)]));
  const list = JSON.stringify(Object.keys(remotes).map((name) => ({ name, entry: `/remotes/${name}/mf-manifest.json` })));

  const pages = new PrerenderedPages({ shell, remotes, origin, paymentsLive, readConcert });

  app.route({
    method: READ,
    url: '/sitemap.xml',
    handler: (_, reply) => reply.header('cache-control', 'no-cache').type('application/xml').send(pages.sitemap()),
  });
  app.route({
    method: READ,
    url: '/robots.txt',
    handler: (_, reply) => reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(pages.robots()),
  });
  app.route({
    method: READ,
    url: '/remotes.json',
    handler: (_, reply) => reply.header('cache-control', 'no-store').type('application/json').send(list),
  });
  app.route<{ Params: { remote: string; '*': string } }>({
    method: READ,
    url: '/remotes/:remote/*',
    handler: (request, reply) => {
      const send = sendRemote.get(request.params.remote);
      return send && request.params['*'] !== '' ? send(request.params['*'], request, reply) : refuseUnknown(request, reply);
    },
  });
  app.route({
    method: READ,
    url: '/*',
    handler: async (request, reply) => {
      const path = pathOf(request.url);
      if (path === '/api' || path.startsWith('/api/')) return refuseUnknown(request, reply);
      const page = pageAt(path);
      if (page) {
        if (page.secretInAddress) void reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
        const drawn = (await pages.page(path, request.url.slice(path.length))) ?? (await pages.plainPage(page));
        if (!drawn) return sendShell('index.html', request, reply);
        return sendPage(drawn, request, reply);
      }
      const name = decodeURIComponent(path.slice(1));
      if (/\.[^/]*$/.test(name)) return sendShell(name, request, reply);
      const plain = await pages.plainPage();
      return plain ? sendPage(plain, request, reply, true) : sendShell('index.html', request, reply, { asNotFound: true });
    },
  });
}

/** Sends a page in the best encoding the browser accepts; one it already has is not sent again, unless it says that nothing was found. */
function sendPage(page: PageDocument, request: FastifyRequest, reply: FastifyReply, asNotFound = false): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  const { etag, bytes } = page[encoding ?? 'plain'];
  void reply.header('vary', 'accept-encoding');
  if (asNotFound) void reply.code(404).header('cache-control', 'no-store');
  else {
    void reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  if (encoding) void reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(bytes);
}
