import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';

/** Up to this length an answer is handed over in one piece instead of as a stream, which costs several times as much. */
const WHOLE_BYTES = 64 * 1024;

/** A request to a service. */
export interface ServiceRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | null;
  /** Longest silence of the service. */
  readonly timeoutMs: number;
}

/** What a service says; an answer without a known length, or a long one, comes as a stream. */
export interface ServiceAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | Readable;
}

/** A service's answer broke off after it had begun. */
export class BrokenAnswerError extends Error {
  override readonly name = 'BrokenAnswerError';
}

/**
 * Asks a service, and answers as soon as its answer is whole, or has begun when it is long.
 * @param wanted decides by its head whether anybody waits for the body; the rest of another one is not read
 * @throws BrokenAnswerError when an answer that had begun breaks off, and the fault of the connection when none began
 */
async function askService(
  connections: Dispatcher,
  { timeoutMs, ...question }: ServiceRequest,
  wanted: (statusCode: number, headers: IncomingHttpHeaders) => boolean,
): Promise<ServiceAnswer> {
  const answer = await connections.request({ ...question, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const { statusCode, headers, body } = answer;
  if (!wanted(statusCode, headers)) {
    body.on('error', () => undefined).destroy();
    return { statusCode, headers, body: Buffer.alloc(0) };
  }
  if (Number(headers['content-length'] ?? Infinity) > WHOLE_BYTES) return { statusCode, headers, body };
  try {
    return { statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
  } catch (cause) {
    throw new BrokenAnswerError('the answer broke off', { cause });
  }
}

/** The same, asked again where that does no harm. `again`: how many milliseconds to wait after a fault, or null for not at all */
export async function askWithRetries(
  connections: Dispatcher,
  question: ServiceRequest,
  wanted: (statusCode: number, headers: IncomingHttpHeaders) => boolean,
  again: (error: unknown) => number | null,
): Promise<ServiceAnswer> {
  for (;;) {
    try {
      return await askService(connections, question, wanted);
    } catch (error) {
      const waitMs = error instanceof BrokenAnswerError ? null : again(error);
      if (waitMs === null) throw error;
      await pause(waitMs);
    }
  }
}

/** Whether it is a service that speaks: a failure that is no problem document is something else's. */
export function isServiceAnswer(statusCode: number, headers: IncomingHttpHeaders): boolean {
  return statusCode < 500 || String(headers['content-type']).startsWith('application/problem+json');
}
