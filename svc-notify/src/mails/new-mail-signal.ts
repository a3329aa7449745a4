import type { Claim } from './mongo-mails.ts';

/** What the sender of this process would send at once: so many new mails, stored as claimed under this token until then. */
export interface SendingCapacity {
  readonly most: number;
  readonly token: string;
  readonly until: Date;
}

/** What a sender does when there are new mails. */
export interface NewMailListener {
  /** Looks for due mails. */
  wake(): void;
  offer(): SendingCapacity | undefined;
  /** Sends a mail that was stored as claimed by its offer. */
  take(claim: Claim): void;
}

/** Connects whoever stores mails with the sender of this process. Without it, a mail would wait for the next beat. */
export class NewMailSignal {
  private listener: NewMailListener = { wake: () => undefined, offer: () => undefined, take: () => undefined };

  connect(listener: NewMailListener): void {
    this.listener = listener;
  }

  /** Call this after the transaction that stored the mail has committed: SendMailsWorker goes on and claims what is due. */
  raise(): void {
    this.listener.wake();
  }

  /** What may be stored as claimed: it is then sent without a look at the database, and without a second write. */
  offer(): SendingCapacity | undefined {
    return this.listener.offer();
  }

  /** Call this after the transaction that stored the claimed mail has committed. */
  handOver(claim: Claim): void {
    this.listener.take(claim);
  }
}
