const KEY = Symbol.for('concert.journeys.stop');
const memory = globalThis as { [KEY]?: () => Promise<void> };

/** Kept on the process, because setup and teardown may each be loaded as a module of their own. */
export function rememberStop(stop: () => Promise<void>): void {
  memory[KEY] = stop;
}

/** Runs once after the journeys, also when they failed. */
export default async function stopJourneys(): Promise<void> {
  await memory[KEY]?.();
}
