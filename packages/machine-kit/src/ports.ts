import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** Whether something accepts connections there. */
export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const done = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(500, () => done(false));
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}

/** Whether this process could listen there. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Different ports nobody listens on now, as given out by the system: all are taken before one is let go, so that none comes twice. */
export async function freePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen({ port: 0, host }));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** A port nobody listens on now, as given out by the system. Who needs several asks for {@link freePorts}. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

/** Under the range that the system gives out by itself. */
const [LOWEST, HIGHEST] = [9_000, 12_700];

/** A free port whose neighbours at fixed distances are free as well. */
export async function freePortWith(distances: readonly number[]): Promise<number> {
  const span = HIGHEST - LOWEST;
  const first = Math.floor(Math.random() * span);
  for (let step = 0; step < span; step += 1) {
    const port = LOWEST + ((first + step) % span);
    const all = await Promise.all([0, ...distances].map((distance) => isFree(port + distance)));
    if (all.every(Boolean)) return port;
  }
  throw new Error(`No free port between ${LOWEST} and ${HIGHEST}.`);
}
