import { emailKey } from '@concert/contracts/core/fields';
import { DAY_MS, HOUR_MS } from '@concert/contracts/core/durations';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';

/** Mails of one kind per day that strangers may cause to one address. */
export const MAILS_PER_ADDRESS = 3;

/**
 * Limits the mails that strangers can cause to an address they typed. Over the limit the answer stays the same and no mail is sent, so
 * nobody's inbox can be flooded from here.
 */
export class MailBudget {
  constructor(
    private readonly counts: WindowCounts,
    /** Makes a key that does not reveal the address. */
    private readonly keyOf: (...parts: string[]) => string,
  ) {}

  /**
   * Counts one more mail of this kind to the organisers.
   * @returns undefined while it may be sent today, else when the day ends
   */
  async spendOfDay(kind: string, most: number, transaction: ClientSession): Promise<Date | undefined> {
    const { count, endsAt } = await this.counts.add(this.keyOf('mails of a day', kind), DAY_MS, transaction);
    return count <= most ? undefined : endsAt;
  }

  /**
   * Counts one more mail of this kind about one booking.
   * @returns undefined while it may be sent this hour, else when the hour ends
   */
  async spendOfHour(kind: string, bookingId: string, most: number, transaction: ClientSession): Promise<Date | undefined> {
    const { count, endsAt } = await this.counts.add(this.keyOf('mails of an hour', kind, bookingId), HOUR_MS, transaction);
    return count <= most ? undefined : endsAt;
  }

  /**
   * Counts one more mail of this kind to this address, and returns whether it may be sent today. In a transaction the count is stored
   * with the mail: a request that is sent twice at once, or that fails, is not counted in addition.
   */
  async spend(kind: string, email: string, transaction?: ClientSession): Promise<boolean> {
    const { count } = await this.counts.add(this.keyOf('mails to', kind, emailKey(email)), DAY_MS, transaction);
    return count <= MAILS_PER_ADDRESS;
  }
}
