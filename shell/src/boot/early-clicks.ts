/** What `keep-early-clicks.ts` offers to the page's code. */
interface EarlyClicks {
  /** Keeps no more clicks: from here on the page's code handles them itself. */
  end(): void;
  /** Repeats each kept click, in order, on the control it was meant for, if that is still there with the same label. */
  give(): Promise<void>;
}

/** The clicks that came before the page's code ran; undefined when the file that keeps them did not load. */
export function earlyClicks(): EarlyClicks | undefined {
  return (globalThis as { concertEarlyClicks?: EarlyClicks }).concertEarlyClicks;
}
