/** Wakes the sender of this process when there is a new mail. Without it, a mail would wait for the next beat. */
export class NewMailSignal {
  private listener: () => void = () => undefined;

  onRaised(listener: () => void): void {
    this.listener = listener;
  }

  /** Call this after the transaction that stored the mail has committed. */
  raise(): void {
    this.listener();
  }
}
