/** Runs at most this many pieces of work at a time; the others wait in order. */
export function atATime(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next one in the queue takes this place.
      if (next) next();
      else running -= 1;
    }
  };
}
