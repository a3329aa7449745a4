import { emailKey } from '@concert/contracts/core/fields';
import type { Clock } from '@concert/service-kit/clock';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';

export const MAIL_COUNTS = token<MailCounts>('MailCounts');

/** Counts that forget by themselves. */
export interface MailCounts {
  /** Adds one, in the caller's transaction where one is given. @returns the count with it */
  add(key: string, forgetAt: Date, transaction?: ClientSession): Promise<number>;
}

/** Mails of one kind that strangers may have sent to one address in a day. */
export const MAILS_PER_ADDRESS = 3;
const DAY_MS = 86_400_000;

/**
 * Bounds the mails that strangers can have sent to an address they only typed. Past the bound the answer stays the same and no
 * mail is sent, so nobody's inbox is filled from here.
 */
export class MailBudget {
  constructor(
    private readonly counts: MailCounts,
    private readonly clock: Clock,
    /** Makes a key from which nobody gets back to the address. */
    private readonly keyOf: (...parts: string[]) => string,
  ) {}

  /**
   * Whether one more mail of this kind may go to this address today; counts it. In a transaction only what is stored with it
   * counts: a press that is sent twice at a moment, or that fails, spends nothing on top.
   */
  async spend(kind: string, email: string, transaction?: ClientSession): Promise<boolean> {
    const day = Math.floor(this.clock.now().getTime() / DAY_MS);
    return (
      (await this.counts.add(this.keyOf('mails to', String(day), kind, emailKey(email)), new Date((day + 1) * DAY_MS), transaction)) <=
      MAILS_PER_ADDRESS
    );
  }
}
