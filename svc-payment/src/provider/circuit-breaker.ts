/**
 * Spares a neighbour that does not answer, and those who wait for it: after `limit` failures in a row nothing is sent
 * for `restMs`; then one attempt decides whether to go on.
 */
export class CircuitBreaker {
  private readonly limit: number;
  private readonly restMs: number;
  private failures = 0;
  private closedUntil = 0;
  private trying = false;

  constructor(limit: number, restMs: number) {
    this.limit = limit;
    this.restMs = restMs;
  }

  /** Whether an attempt may be made now. A `true` after a rest is the one trial attempt. */
  allows(now: number): boolean {
    if (now < this.closedUntil || this.trying) return false;
    if (this.closedUntil > 0) this.trying = true;
    return true;
  }

  /** Whether nothing is sent at this moment. */
  isOpen(now: number): boolean {
    return now < this.closedUntil;
  }

  succeeded(): void {
    this.failures = 0;
    this.closedUntil = 0;
    this.trying = false;
  }

  failed(now: number): void {
    this.failures += 1;
    if (this.trying || this.failures >= this.limit) this.rest(now, this.restMs);
    this.trying = false;
  }

  /** Nothing is sent for so long, as the neighbour itself asked. */
  rest(now: number, milliseconds: number): void {
    this.closedUntil = Math.max(this.closedUntil, now + milliseconds);
  }
}
