/** What `keep-presses.ts` offers to the page's code. */
interface EarlyPresses {
  /** Keeps no more presses: from here on the page's code handles them itself. */
  end(): void;
  /** Repeats each kept press, in order, on the control it was meant for, if that is still there with the same label. */
  give(): Promise<void>;
}

/** The presses that came before the page's code ran; undefined when the file that keeps them did not load. */
export function earlyPresses(): EarlyPresses | undefined {
  return (globalThis as { concertPresses?: EarlyPresses }).concertPresses;
}
