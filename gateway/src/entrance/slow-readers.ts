import { releasePlace } from '@concert/service-kit/http/admission';
import type { FastifyInstance } from 'fastify';

/** How long a client may read nothing of an answer that is waiting for it, in milliseconds. */
const PATIENCE_MS = 20_000;
/** Looks within that time. After the first one a client that reads nothing has no place any more. */
const LOOKS = 4;
/** A look this much after its time means that something was read meanwhile, because Node restarts the timer of a socket then. */
const LATE_MS = 50;

/**
 * Ends connections whose client does not read its answer: each holds the memory of what was not read, and until the first look a place. A
 * client that reads a little at a time is left alone, and one that still waits for its answer to begin is not a slow reader.
 */
export function endSlowReaders(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const lookMs = patienceMs / LOOKS;
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    let still = 0;
    let lookedAt = 0;
    // Node restarts a socket's timer whenever part of what was written has been sent.
    reply.raw.setTimeout(lookMs, () => {
      const now = performance.now();
      if (socket.writableLength === 0) still = 0;
      else still = now - lookedAt > lookMs + LATE_MS ? 1 : still + 1;
      lookedAt = now;
      if (still === 1) releasePlace(reply);
      // Reset, not closed, so that the kernel drops what it still holds for this client as well.
      if (still >= LOOKS) socket.resetAndDestroy();
      else socket.setTimeout(lookMs);
    });
    done();
  });
}
