/** A second signal this long after the first one means: stop now. Sooner, it is the same Ctrl-C arriving by two ways. */
const IMPATIENT_MS = 2_000;

/** Nothing that is going to end takes longer than this. */
const LIMIT_MS = 45_000;

/** Set by dev/run.mjs to its own process id. */
const LAUNCHER = 'CONCERT_LAUNCHER';
const LOOK_MS = 500;

/**
 * Turns Ctrl-C, SIGTERM, a closed terminal and the death of the launcher into one request to stop.
 * @returns a signal that aborts with the request
 */
export function stopOnSignals(): AbortSignal {
  const request = new AbortController();
  let since = 0;
  const onSignal = (): void => {
    if (!request.signal.aborted) {
      since = Date.now();
      setTimeout(() => process.exit(1), LIMIT_MS).unref();
      request.abort(new Error('asked to stop'));
    } else if (Date.now() - since > IMPATIENT_MS) process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.env[LAUNCHER] === String(process.ppid)) onceAlone(onSignal);
  return request.signal;
}

function onceAlone(listener: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    listener();
  }, LOOK_MS).unref();
}

/** Resolves when the request comes. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
