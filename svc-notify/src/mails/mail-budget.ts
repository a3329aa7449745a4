import { emailKey } from '@concert/contracts/core/fields';
import type { ClientSession } from '@concert/service-kit/mongo';
import type { WindowCounts } from '@concert/service-kit/window-counts';

/** Mails of one kind that strangers may have sent to one address in a day. */
export const MAILS_PER_ADDRESS = 3;
const DAY_MS = 86_400_000;

/**
 * Bounds the mails that strangers can have sent to an address they only typed. Past the bound the answer stays the same and no
 * mail is sent, so nobody's inbox is filled from here.
 */
export class MailBudget {
  constructor(
    private readonly counts: WindowCounts,
    /** Makes a key from which nobody gets back to the address. */
    private readonly keyOf: (...parts: string[]) => string,
  ) {}

  /**
   * Whether one more mail of this kind may go to this address today; counts it. In a transaction only what is stored with it
   * counts: a press that is sent twice at a moment, or that fails, spends nothing on top.
   */
  async spend(kind: string, email: string, transaction?: ClientSession): Promise<boolean> {
    const { count } = await this.counts.add(this.keyOf('mails to', kind, emailKey(email)), DAY_MS, transaction);
    return count <= MAILS_PER_ADDRESS;
  }
}
