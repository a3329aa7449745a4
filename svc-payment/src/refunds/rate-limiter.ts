/** Lets calls through at most so many a second, evenly: a token bucket that holds one token for each tenth of a second's worth. */
export class RateLimiter {
  private readonly everyMs: number;
  private readonly maxSaved: number;
  private nextAt = Number.NEGATIVE_INFINITY;

  /**
   * @param now milliseconds that only grow
   * @param pause resolves after so many of them
   */
  constructor(
    perSecond: number,
    private readonly now: () => number,
    private readonly pause: (milliseconds: number) => Promise<void>,
  ) {
    this.everyMs = 1_000 / perSecond;
    this.maxSaved = Math.max(1, Math.floor(perSecond / 10)) * this.everyMs;
  }

  /** Resolves when the next call may be made. */
  async acquire(): Promise<void> {
    const now = this.now();
    // Time not used is saved up to the size of the bucket only.
    const at = Math.max(this.nextAt, now - this.maxSaved + this.everyMs);
    this.nextAt = at + this.everyMs;
    if (at > now) await this.pause(at - now);
  }
}
