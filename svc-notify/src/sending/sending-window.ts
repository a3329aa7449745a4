/** As many as any provider takes side by side. */
const LEAST = 8;
const FIRST = 32;
/** Bounds memory: each holds its letter with its pictures. */
const MOST = 128;

/** How many mails are under way at a time: one more with each that the provider accepts, half as many when it says that it is too much. */
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
