/** The error of {@link withTimeout} when the time is over. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  constructor() {
    super('it took too long');
  }
}

/** Work's outcome, if it comes within `ms` milliseconds; the work is not stopped and may still succeed. @throws TimeoutError */
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

/** How long a broker or a database may take to answer where somebody waits: for a goodbye, a connection, its readiness; in milliseconds. */
export const ANSWER_TIMEOUT_MS = 1_000;
/** How long opening a connection to another process may take, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 2_000;
/** The same for a command, which a person waits for who can see it. */
export const COMMAND_CONNECT_TIMEOUT_MS = 10_000;

/**
 * Waits for the end of a conversation, but not for ever: the driver of RabbitMQ never settles a `close` whose answer was lost with the
 * connection. Failures do not matter here, because the server notices by itself that nobody is there any more.
 */
export async function closeWithTimeout(close: () => Promise<unknown> | undefined): Promise<void> {
  await withTimeout(Promise.resolve().then(close), ANSWER_TIMEOUT_MS).catch(() => undefined);
}
