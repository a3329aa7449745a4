import type { Log } from '../log.ts';

/** After this many milliseconds the log says what a stopping process waits for. */
const LONG_MS = 5_000;

/** Runs the steps of stopping one after the other. A step that takes long is named in the log. */
export async function stopInSteps(log: Log, steps: Readonly<Record<string, () => unknown>>): Promise<void> {
  for (const [step, work] of Object.entries(steps)) {
    const timer = setTimeout(() => log.warn('stopping takes long', { reason: `waits for: ${step}` }), LONG_MS);
    try {
      await work();
    } finally {
      clearTimeout(timer);
    }
  }
}
