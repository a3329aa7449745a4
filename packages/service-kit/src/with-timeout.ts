/** The error of {@link withTimeout} when the time is over. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  constructor() {
    super('it took too long');
  }
}

/**
 * The outcome of work if it comes within `ms` milliseconds. The work itself is not stopped and may still succeed later.
 * @throws TimeoutError when it does not come in time
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
