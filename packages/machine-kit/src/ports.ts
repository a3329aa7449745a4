import { connect, createServer } from 'node:net';

/** Whether something accepts connections there. */
export function answers(port: number, host = '127.0.0.1', withinMs = 500): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const done = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(withinMs, () => done(false));
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}

/** Whether this process could listen there. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A port nobody listens on now, as given out by the system. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port: 0, host }, () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

/**
 * A free port whose neighbours at fixed distances are free as well.
 * @param below keeps all of them under the range the system gives out by itself
 */
export async function freePortWith(distances: readonly number[], { from = 9_000, below = 12_700 } = {}): Promise<number> {
  const span = below - from;
  const first = Math.floor(Math.random() * span);
  for (let step = 0; step < span; step += 1) {
    const port = from + ((first + step) % span);
    const all = await Promise.all([0, ...distances].map((distance) => isFree(port + distance)));
    if (all.every(Boolean)) return port;
  }
  throw new Error(`No free port between ${from} and ${below}.`);
}
