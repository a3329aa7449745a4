/**
 * A circuit breaker: after `limit` failures in a row nothing is sent for `restMs`, so that the neighbour can recover and callers fail
 * fast. Then one trial attempt decides whether the circuit closes again.
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

  /** Whether an attempt may be made now. After a pause, only one caller gets `true`: for the trial attempt. */
  allows(now: number): boolean {
    if (now < this.closedUntil || this.trying) return false;
    if (this.closedUntil > 0) this.trying = true;
    return true;
  }

  /** Whether the circuit is open now: nothing is sent. */
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

  /** Opens the circuit for as long as the neighbour asked. */
  rest(now: number, milliseconds: number): void {
    this.closedUntil = Math.max(this.closedUntil, now + milliseconds);
  }
}
