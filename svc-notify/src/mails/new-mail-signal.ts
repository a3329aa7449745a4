/** Tells whoever sends mails in this process that there is a new one. Without it, a mail waits for the next beat. */
export class NewMailSignal {
  private listener: () => void = () => undefined;

  onRaised(listener: () => void): void {
    this.listener = listener;
  }

  /** To be called when the transaction that posted the mail is done. */
  raise(): void {
    this.listener();
  }
}
