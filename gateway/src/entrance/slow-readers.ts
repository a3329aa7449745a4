import type { FastifyInstance } from 'fastify';

/** How long a reader may take no byte while an answer waits for it, in milliseconds. */
const PATIENCE_MS = 20_000;

/**
 * Ends connections whose reader takes nothing of its answer: each holds a place, and the memory of what was not taken. A
 * reader that takes little by little is let be, and one that waits for its answer to begin is not a slow reader.
 */
export function endSlowReaders(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Node's own timer of a socket starts anew whenever some of what was written has left.
    reply.raw.setTimeout(patienceMs, () => {
      // Reset, not closed: what the kernel still holds for this reader is dropped as well.
      if (socket.writableLength > 0) socket.resetAndDestroy();
      else socket.setTimeout(patienceMs);
    });
    done();
  });
}
