/** Any provider accepts this many at a time. */
const LEAST = 8;
const FIRST = 32;
/**
 * Bounds memory: each mail in progress holds its letter with its pictures, 1.8 KB for each ticket. Where the processor is short a mail takes more
 * than a second from its claim until it is marked, so with 128 no more than that were sent a second (`docs/decisions/0048`).
 */
const MOST = 400;

/** How many mails may be in progress: one more with each acceptance, half as many when the provider answers that it is too much. */
export class SendingWindow {
  private current = FIRST;

  get size(): number {
    return this.current;
  }

  accepted(): void {
    this.current = Math.min(MOST, this.current + 1);
  }

  limited(): void {
    this.current = Math.max(LEAST, Math.floor(this.current / 2));
  }
}
