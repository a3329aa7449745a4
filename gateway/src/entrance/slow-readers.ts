import type { FastifyInstance } from 'fastify';

/** How long a client may read nothing of an answer that is waiting for it, in milliseconds. */
const PATIENCE_MS = 20_000;

/**
 * Ends connections whose client does not read its answer: each holds a place, and the memory of what was not read. A client that reads a
 * little at a time is left alone, and one that still waits for its answer to begin is not a slow reader.
 */
export function endSlowReaders(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Node restarts a socket's timer whenever part of what was written has been sent.
    reply.raw.setTimeout(patienceMs, () => {
      // Reset, not closed, so that the kernel drops what it still holds for this client as well.
      if (socket.writableLength > 0) socket.resetAndDestroy();
      else socket.setTimeout(patienceMs);
    });
    done();
  });
}
