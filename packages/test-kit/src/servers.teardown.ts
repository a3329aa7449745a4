const KEY = Symbol.for('concert.test-servers.stop');
const memory = globalThis as { [KEY]?: () => Promise<void> };

/** Kept on the process, because setup and teardown may each be loaded as a module of their own. */
export function rememberStop(stop: () => Promise<void>): void {
  memory[KEY] = stop;
}

/** Runs once after the integration tests, also when they failed. */
export default async function stopServers(): Promise<void> {
  await memory[KEY]?.();
}
