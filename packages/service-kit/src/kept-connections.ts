import { Agent } from 'undici';

/**
 * Keep-alive connections to services, at most 256 to each. A service keeps an idle one for 65 s, so this side closes first and no request
 * is sent into a connection that is being closed.
 */
export function keepConnections(): Agent {
  return new Agent({ connections: 256, pipelining: 1, keepAliveTimeout: 30_000, keepAliveMaxTimeout: 60_000, connect: { timeout: 2_000 } });
}
