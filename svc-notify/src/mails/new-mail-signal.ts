/** Connects whoever stores mails with the sender of this process. Without it, a mail would wait for the next beat. */
export class NewMailSignal {
  private wake: () => void = () => undefined;

  /** @param wake looks for due mails */
  connect(wake: () => void): void {
    this.wake = wake;
  }

  /** Call this after the transaction that stored the mail has committed: SendMailsWorker goes on and claims what is due. */
  raise(): void {
    this.wake();
  }
}
