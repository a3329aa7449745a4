import { DomainError } from '@concert/service-kit/process/errors';
import { connections } from '@concert/service-kit/process/kept-connections';
import fastifyStatic from '@fastify/static';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { request as ask, type Dispatcher } from 'undici';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSource } from '../settings.ts';
import { cacheControlOf, isNamedByContent } from './cache-rules.ts';

/** Answers requests with files of one web room. */
export type SendFile = (
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options?: { readonly asNotFound?: boolean },
) => FastifyReply;

const CONDITIONAL = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range', 'range'] as const;
const ASKED = ['accept', 'accept-encoding', 'user-agent', ...CONDITIONAL] as const;
const TOLD = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'vary',
] as const;
const WHOLE: ReadonlySet<number> = new Set([200, 206, 304]);
const SERVER_TIMEOUT_MS = 5_000;
/** How often a file of a newer or older build is looked for on other copies of its server. */
const OTHER_COPIES = 5;
const LOOK_MS = 100;

/** Makes folders servable, with their precompressed twins; dotfiles are not served. */
export async function prepareFolders(app: FastifyInstance, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  await app.register(fastifyStatic, {
    root: [...new Set(folders)],
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
  });
}

/** Files of a folder, or of the server that has them. `unreachable`: called when that server is away */
export function createSendFile(source: WebSource, unreachable: (request: FastifyRequest, reply: FastifyReply) => void): SendFile {
  if (source.kind === 'folder') {
    return (name, request, reply, { asNotFound = false } = {}) => {
      if (asNotFound) {
        // A page that says "not found" is sent in full: 304 or 206 would hide it.
        for (const header of CONDITIONAL) delete request.raw.headers[header];
        reply.code(404);
      }
      return reply.header('cache-control', asNotFound ? 'no-store' : cacheControlOf(name)).sendFile(name, source.path);
    };
  }
  return (name, request, reply, { asNotFound = false } = {}) => {
    const address = `${source.url}/${name.split('/').map(encodeURIComponent).join('/')}`;
    return reply.from(address, {
      ...(request.method === 'HEAD' ? { method: 'GET' as const } : {}),
      timeout: SERVER_TIMEOUT_MS,
      queryString: () => '',
      rewriteRequestHeaders: (_, given) => {
        const asked = asNotFound ? ASKED.filter((header) => !(CONDITIONAL as readonly string[]).includes(header)) : ASKED;
        return { ...pick(given, asked), host: given.host };
      },
      rewriteHeaders: (given) => pick(given, TOLD),
      onResponse: (_request, _reply, upstream) => {
        const { statusCode, stream } = upstream as unknown as { statusCode: number; stream: NodeJS.ReadableStream };
        const send = () => {
          const whole = WHOLE.has(statusCode);
          if (asNotFound && whole) reply.code(404);
          reply.header('cache-control', whole && !asNotFound ? cacheControlOf(name) : 'no-store').send(stream);
        };
        if (statusCode !== 404 || asNotFound || !isNamedByContent(name)) return send();
        onAnotherCopy(address, pick(request.headers, ASKED))
          .catch(() => undefined)
          .then((found) => {
            if (!found) return send();
            stream.resume();
            for (const header of TOLD) reply.removeHeader(header);
            reply
              .code(found.statusCode)
              .headers({ ...pick(found.headers, TOLD), 'cache-control': cacheControlOf(name) })
              .send(found.body);
          })
          .catch(() => unreachable(request, reply));
      },
      onError: () => unreachable(request, reply),
    });
  };
}

/**
 * Looks for a file on the other copies of its server: while they are replaced, each has the files of its own build only, and a
 * kept connection always leads to the same one.
 */
async function onAnotherCopy(address: string, headers: IncomingHttpHeaders): Promise<Dispatcher.ResponseData | undefined> {
  for (let looks = 0; looks < OTHER_COPIES; looks += 1) {
    const answer = await ask(address, {
      dispatcher: connections,
      headers,
      reset: true,
      headersTimeout: SERVER_TIMEOUT_MS,
      bodyTimeout: SERVER_TIMEOUT_MS,
    });
    if (WHOLE.has(answer.statusCode)) return answer;
    await answer.body.dump();
    await pause(LOOK_MS);
  }
  return undefined;
}

/** Refusals of a request for a file, in the site's own words: a range or a condition that does not hold. */
export function fileRefusal(error: unknown): DomainError | undefined {
  const { status, statusCode = status } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  if (statusCode === 403) return new DomainError('request.not_found');
  if (statusCode === 412 || statusCode === 416)
    return new DomainError('request.malformed', { detail: 'The file does not have the asked part or form' });
  return undefined;
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}
