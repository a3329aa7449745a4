import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createPort, type AddressInfo, type Server as Port } from 'node:net';
import { portOwner } from '../../dev/system/ports.ts';
import type { Answer, Entrance, Net } from './house.ts';

/** Where a house says that it is there. */
export const DOOR = '/.well-known/door-check/';
/** With this header a house of ours answers there. */
export const DOOR_HEADER = { 'x-door-check': 'concert' };
const LASTS_MS = 60_000;

/** What a house answers at {@link DOOR}: by it others, and it itself, know that they reached this one and no other. */
export class Door {
  /** Of this process. */
  private readonly name = randomBytes(16).toString('hex');
  private readonly issued = new Map<string, number>();
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** A token that is answered for a minute, so that no store on the way can know it. */
  issue(): string {
    for (const [token, at] of this.issued) if (this.now() - at > LASTS_MS) this.issued.delete(token);
    const token = randomBytes(16).toString('hex');
    this.issued.set(token, this.now());
    return token;
  }

  /** @returns the token of the path if it is ours, the name of this process for none; undefined for anything else */
  answer(path: string): string | undefined {
    if (!path.startsWith(DOOR)) return undefined;
    const token = path.slice(DOOR.length);
    if (token === '') return this.name;
    const at = this.issued.get(token);
    return at !== undefined && this.now() - at <= LASTS_MS ? token : undefined;
  }
}

/**
 * Opens the ports 80 and 443 for the moment of a look; where our own entrance holds them, it is asked who it is.
 * @param host the name under which that entrance answers by now
 */
export async function openEntrance(host: string, net: Pick<Net, 'knock'>): Promise<Entrance> {
  const door = new Door();
  const http = createServer((request, response) => {
    const body = door.answer(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...DOOR_HEADER });
    response.end(body ?? '');
  });
  const ports: [number, Server | Port][] = [
    [80, http],
    [443, createPort((socket) => socket.destroy())],
  ];
  const own = await net.knock('127.0.0.1', host, DOOR).catch(() => undefined);
  const isOurs = own?.headers['x-door-check'] === DOOR_HEADER['x-door-check'];
  if (isOurs) return { ask: { path: DOOR, body: own.body, host }, held: new Map(), close: () => undefined };
  const held = new Map<number, string>();
  for (const [port, server] of ports) {
    const fault = await listening(server, port);
    if (fault !== undefined) held.set(port, await holderOf(port, fault, own));
  }
  const token = door.issue();
  return {
    ask: held.has(80) ? undefined : { path: `${DOOR}${token}`, body: token },
    held,
    close: () => ports.forEach(([, server]) => server.close()),
  };
}

/** @returns why not */
async function listening(server: Server | Port, port: number): Promise<string | undefined> {
  for (const host of ['::', '0.0.0.0']) {
    const fault = await once(server.listen({ port, host }), 'listening').then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    // A machine without IPv6.
    if (fault !== 'EAFNOSUPPORT' && fault !== 'EADDRNOTAVAIL') return fault;
  }
  return (server.address() as AddressInfo | null) ? undefined : 'EADDRNOTAVAIL';
}

async function holderOf(port: number, fault: string, answer: Answer | undefined): Promise<string> {
  if (fault !== 'EADDRINUSE') return `no program, but this one may not listen there (${fault})`;
  const server = answer?.headers['server'];
  return (await portOwner(port)) ?? (typeof server === 'string' ? `a server that calls itself ${server}` : 'another program');
}
