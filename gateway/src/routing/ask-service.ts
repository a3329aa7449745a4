import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
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
function askService(
  connections: Dispatcher,
  { timeoutMs, ...question }: ServiceRequest,
  wanted: (statusCode: number, headers: IncomingHttpHeaders) => boolean,
): Promise<ServiceAnswer> {
  return new Promise((resolve, reject) => {
    const asked = { ...question, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    connections.dispatch(asked, new AnswerReader(wanted, resolve, reject));
  });
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

class AnswerReader implements Dispatcher.DispatchHandler {
  #chunks: Buffer[] = [];
  #head: { readonly statusCode: number; readonly headers: IncomingHttpHeaders } | undefined;
  #stream: Readable | undefined;

  constructor(
    private readonly wanted: (statusCode: number, headers: IncomingHttpHeaders) => boolean,
    private readonly resolve: (answer: ServiceAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  onRequestStart(): void {}

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode < 200) return;
    this.#head = { statusCode, headers };
    if (!this.wanted(statusCode, headers)) {
      this.resolve({ statusCode, headers, body: Buffer.alloc(0) });
      controller.abort(new BrokenAnswerError('nobody waits for it'));
      return;
    }
    if (Number(headers['content-length'] ?? Infinity) <= WHOLE_BYTES) return;
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!this.#stream?.readableEnded) controller.abort(error ?? new BrokenAnswerError('nobody waits for it'));
        done(error);
      },
    });
    this.resolve({ statusCode, headers, body: this.#stream });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#stream) this.#chunks.push(chunk);
    else if (!this.#stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#stream) this.#stream.push(null);
    else if (this.#head) {
      const [first = Buffer.alloc(0)] = this.#chunks;
      this.resolve({ ...this.#head, body: this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first });
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#stream) this.#stream.destroy(error);
    else this.reject(this.#head ? new BrokenAnswerError('the answer broke off', { cause: error }) : error);
  }
}
