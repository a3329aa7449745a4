let end: Promise<void> | undefined;

/**
 * Resolves at the end of this tick of the event loop, for all who wait for it at one moment. Answers that need nothing but memory are sent
 * then, one right after the other: sent one at a time, each wakes whoever reads it, which costs more than the answer (docs/load.md).
 */
export function endOfTick(): Promise<void> {
  return (end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  }));
}
