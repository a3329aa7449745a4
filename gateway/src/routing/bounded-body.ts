import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { DomainError } from '@concert/service-kit/errors';

/**
 * Passes a body on as it comes and stops at the limit. Only for bodies whose length was not announced: an announced one is
 * measured before its first byte.
 */
export function boundedBody(body: Readable, limit: number): Readable {
  let length = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      length += chunk.length;
      if (length <= limit) return done(null, chunk);
      // What is still to come is read and dropped, so that the answer can be heard and the connection goes on.
      body.unpipe(bounded);
      body.resume();
      done(new DomainError('request.too_large'));
    },
  });
  body.once('error', (error) => bounded.destroy(error));
  body.once('aborted', () => bounded.destroy(new DomainError('request.malformed')));
  return body.pipe(bounded);
}
