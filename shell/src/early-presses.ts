/** What `keep-presses.ts` offers to the page's program. */
interface EarlyPresses {
  /** Keeps no more presses: from here on the program hears them itself. */
  end(): void;
  /** Gives each kept press, in order, to the control it was meant for, if that is still there and says the same. */
  give(): Promise<void>;
}

/** The presses that came before the page's program; none where the file that keeps them did not load. */
export function earlyPresses(): EarlyPresses | undefined {
  return (globalThis as { concertPresses?: EarlyPresses }).concertPresses;
}
