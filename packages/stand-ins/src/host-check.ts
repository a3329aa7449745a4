import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Where a stand-in listens and what it keeps. Everything has a default that suits a test. */
export interface StandinPlace {
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  /** Names it answers to beside those of the loopback, with their ports. */
  readonly hosts?: readonly string[];
  /** Word that `/health/ready` repeats. */
  readonly instance?: string | undefined;
  /** Where state is kept; without it everything is forgotten at the end. */
  readonly dataFile?: string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/**
 * Whether a Host header names this machine's loopback, or one of the names that are allowed beside it. A page of the internet can lead its own
 * name to this machine (DNS rebinding), and a browser would then let it read what is mailed and paid here.
 * @param allowed names with their ports, such as `mail:8180`
 */
export function createHostCheck(allowed: readonly string[] = []): (host: string | undefined) => boolean {
  const names = new Set(allowed);
  return (host) => {
    const name = host?.toLowerCase() ?? '';
    return LOOPBACK.test(name) || names.has(name);
  };
}

/** What whoever came by another name is told. */
const FOREIGN_HOST = 'This stand-in answers at names of the loopback only; STANDIN_HOSTS allows further ones.';

/** The name in an address at which browsers reach a stand-in. */
export function hostOf(address: string | undefined): string[] {
  return address === undefined ? [] : [new URL(address).host];
}

/** The names that a setting holds, with commas between. */
export function hostsIn(setting: string | undefined): string[] {
  return (setting ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
}

/** Refuses who comes by another name, and says that a stand-in is up. @param instance word by which whoever started it knows it again */
export function addEntrance(app: FastifyInstance, allowed: readonly string[] | undefined, instance: string | undefined): void {
  const isOwnHost = createHostCheck(allowed);
  app.addHook('onRequest', (request, reply, done) => {
    if (isOwnHost(request.headers.host)) return done();
    void reply.code(421).type('text/plain').send(FOREIGN_HOST);
  });
  app.get('/health/live', () => ({ status: 'up' }));
  app.get('/health/ready', () => ({ status: 'up', instance }));
}

/** Listens at a place. @returns where that is */
export async function listen(app: FastifyInstance, place: StandinPlace): Promise<{ host: string; port: number; url: string }> {
  const host = place.host ?? '127.0.0.1';
  await app.listen({ host, port: place.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;
  return { host, port, url: `http://${host}:${port}` };
}
