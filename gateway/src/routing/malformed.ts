import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemDocument, requestProblems, type RequestProblemCode } from '@concert/contracts/core/problem';

/** What Node's parser says about bytes that never became a request. */
function refusalOf(code: string | undefined): { status: number; code: RequestProblemCode } {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, code: 'request.too_large' };
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return { status: 413, code: 'request.too_large' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, code: 'request.timed_out' };
  return { status: 400, code: 'request.malformed' };
}

/**
 * Answers bytes that are no request, or come too slowly to be one, with a problem document, and closes: what follows on
 * the connection cannot be understood.
 */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalOf(error.code);
  const problem = { ...problemDocument(requestProblems, refusal.code, { instance: '/', traceId: randomBytes(16).toString('hex') }), status: refusal.status };
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
