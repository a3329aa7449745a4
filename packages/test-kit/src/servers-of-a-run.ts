import { announce, startTestServers } from './servers.ts';

let end: (() => Promise<void>) | undefined;

/** Runs once before the integration tests. */
export async function startServers(): Promise<void> {
  const { servers, stop } = await startTestServers();
  announce(servers);
  end = stop;
}

/** Runs once after the integration tests, also when they failed. */
export async function stopServers(): Promise<void> {
  await end?.();
}
