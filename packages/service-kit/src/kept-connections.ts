import { Agent } from 'undici';

/**
 * Connections to services that are kept between requests, at most 256 to each. A service keeps its side of an idle one for 65 s,
 * so it is this side that lets go first and no request is sent into a connection that is being closed.
 */
export function keepConnections(): Agent {
  return new Agent({ connections: 256, pipelining: 1, keepAliveTimeout: 30_000, keepAliveMaxTimeout: 60_000, connect: { timeout: 2_000 } });
}
