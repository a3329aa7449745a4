/* What a command is doing, for whoever waits: a line per finished step with its time, and one for each note of a step that takes long. */

/** Runs one step under a title; the result may add a detail to its line. */
export async function step<T>(
  title: string,
  work: (say: (note: string) => void) => Promise<T>,
  detail?: (result: T) => string,
): Promise<T> {
  const started = performance.now();
  const ended = (what: string) => line(`${what.padEnd(64)} ${inSeconds(performance.now() - started).padStart(7)}`);
  try {
    const result = await work((note) => line(`  …  ${title}: ${note}`));
    const extra = detail?.(result);
    ended(`  ok ${extra ? `${title} (${extra})` : title}`);
    return result;
  } catch (error) {
    ended(`  -- ${title} failed`);
    throw error;
  }
}

/** Prints a line of its own. */
export function line(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Time since this process began, in words. */
export const elapsed = (): string => inSeconds(performance.now());

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
