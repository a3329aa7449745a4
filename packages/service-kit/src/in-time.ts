/** What {@link inTime} says when the time is over. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
  constructor() {
    super('it took too long');
  }
}

/**
 * The outcome of work if it comes within `ms`. The work itself is not stopped: whoever asks again may find it done.
 * @throws OutOfTimeError when it does not
 */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTimeError()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
