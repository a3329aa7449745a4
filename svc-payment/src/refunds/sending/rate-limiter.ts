/** Limits calls to a number per second, evenly spread: a token bucket that holds a tenth of a second's tokens. */
export class RateLimiter {
  private readonly everyMs: number;
  private readonly maxSaved: number;
  private nextAt = Number.NEGATIVE_INFINITY;

  /**
   * @param now a monotonic clock in milliseconds
   * @param pause resolves after that many milliseconds
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
    // Unused time is saved only up to the size of the bucket.
    const at = Math.max(this.nextAt, now - this.maxSaved + this.everyMs);
    this.nextAt = at + this.everyMs;
    if (at > now) await this.pause(at - now);
  }
}
