import { announce, startTestServers } from './servers.ts';
import { rememberStop } from './servers.teardown.ts';

/** Runs once before the integration tests. */
export default async function startServers(): Promise<void> {
  const { servers, stop } = await startTestServers();
  announce(servers);
  rememberStop(stop);
}
