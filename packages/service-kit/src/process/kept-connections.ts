import type { SecureContext } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { CONNECT_TIMEOUT_MS } from './with-timeout.ts';

/** Most connections of a process to one service. */
const MAX_CONNECTIONS = 512;

/** How a process connects to its neighbours: one way for all its connections. */
let connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });

/**
 * From now on, neighbours that speak https are believed by the authorities in `secureContext` and no others. Sessions of TLS are not taken
 * up again, because that would pass over what was renewed since.
 */
export function trustAuthorities(secureContext: SecureContext): void {
  connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, maxCachedSessions: 0, secureContext });
}

/**
 * Keep-alive connections to services. A service keeps an idle one for 65 s, so this side closes first and no request
 * is sent into a connection that is being closed.
 * @param most connections to each service; null: no bound
 */
export function keepConnections(most: number | null = MAX_CONNECTIONS): Agent {
  return new Agent({
    connections: most,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 60_000,
    connect: (options, done) => connect(options, done),
  });
}

/** Shared by all of a process's calls that need no connections of their own. */
export const connections = keepConnections();
