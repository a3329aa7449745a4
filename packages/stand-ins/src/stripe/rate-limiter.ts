/** At most so many requests in any second. */
export class RateLimiter {
  private readonly perSecond: number;
  private readonly seen: number[] = [];

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  secondsToWait(): number {
    const now = Date.now();
    while (this.seen.length > 0 && (this.seen[0] ?? now) <= now - 1000) this.seen.shift();
    if (this.seen.length >= this.perSecond) return 1;
    this.seen.push(now);
    return 0;
  }
}
