import { emailKey } from '@concert/contracts/core/fields';
import { DAY_MS, HOUR_MS } from '@concert/contracts/core/durations';
import { UNKNOWN_ADDRESS } from '@concert/contracts/core/identity';
import { networkOf, siteNetworkOf } from '@concert/service-kit/identity/network-of';
import { DomainError } from '@concert/service-kit/process/errors';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { WindowCount, WindowCounts } from '@concert/service-kit/store/window-counts';

/** Mails of one kind per day that strangers may cause to one address. */
export const MAILS_PER_ADDRESS = 3;
/** Mails that the forms may cause from one network in an hour, where a tenth of the day's share is not less. */
const FORM_MAILS_PER_NETWORK = 100;
/** How many times as many a whole /48 may cause as one of its networks. */
const SITE_SHARE = 5;
/** What forms may cause in a day: this part of the provider's plan, and none once all that strangers cause is a larger part. */
const FORMS_SHARE = 1 / 5;
const STRANGERS_SHARE = 1 / 2;

/**
 * Limits the mails that strangers can cause to an address they typed. Over the limit the answer stays the same and no mail is sent, so
 * nobody's inbox can be flooded from here.
 */
export class MailBudget {
  constructor(
    private readonly counts: WindowCounts,
    /** Makes a key that does not reveal the address. */
    private readonly keyOf: (...parts: string[]) => string,
    /** Mails of a day that the provider's plan allows. */
    private readonly plan: number,
    /** Where whoever is refused can write to instead. */
    private readonly writeTo: string,
  ) {}

  /** Counts a mail that anybody can cause and that opens the way to seats. It is never refused here: the forms are closed before it. */
  async noteAccess(): Promise<void> {
    await this.counts.add(this.keyOf('access emails'), DAY_MS);
  }

  /**
   * Counts mails that somebody causes by a form that asks for no account.
   * @param source the sender's address; nobody is counted by an unknown one, which everybody may have
   * @throws DomainError `notify.too_many_mails`
   */
  async spendOnForm(mails: number, source: string, transaction: ClientSession): Promise<void> {
    const share = Math.floor(this.plan * FORMS_SHARE);
    const perNetwork = Math.min(FORM_MAILS_PER_NETWORK, Math.ceil(share / 10));
    const network = networkOf(source);
    if (network !== UNKNOWN_ADDRESS) {
      const add = (what: string, place: string) => this.counts.add(this.keyOf(what, place), HOUR_MS, transaction, mails);
      this.refuseAbove(perNetwork, await add('form emails from', network));
      this.refuseAbove(perNetwork * SITE_SHARE, await add('form emails from site', siteNetworkOf(source)));
    }
    const forms = await this.counts.add(this.keyOf('form emails'), DAY_MS, transaction, mails);
    this.refuseAbove(share, forms);
    // Outside the transaction: a rush of codes must not make every form start over.
    const access = await this.counts.add(this.keyOf('access emails'), DAY_MS, undefined, 0);
    this.refuseAbove(Math.floor(this.plan * STRANGERS_SHARE), { ...forms, count: forms.count + access.count });
  }

  private refuseAbove(most: number, { count, leftMs }: WindowCount): void {
    if (count <= most) return;
    const hours = Math.ceil(leftMs / HOUR_MS);
    throw new DomainError('notify.too_many_mails', {
      detail: `Too many emails were asked for by this form. Please try again in ${hours === 1 ? 'an hour' : `${hours} hours`}, or write to ${this.writeTo} yourself`,
      retryAfterSeconds: Math.ceil(leftMs / 1_000),
    });
  }

  /** Counts one more mail of this kind to the organisers. @returns undefined while it may be sent today, else when the day ends */
  async spendOfDay(kind: string, most: number, transaction: ClientSession): Promise<Date | undefined> {
    const { count, endsAt } = await this.counts.add(this.keyOf('emails of a day', kind), DAY_MS, transaction);
    return count <= most ? undefined : endsAt;
  }

  /** Counts one more mail of this kind about one booking. @returns undefined while it may be sent this hour, else when the hour ends */
  async spendOfHour(kind: string, bookingId: string, most: number, transaction: ClientSession): Promise<Date | undefined> {
    const { count, endsAt } = await this.counts.add(this.keyOf('emails of an hour', kind, bookingId), HOUR_MS, transaction);
    return count <= most ? undefined : endsAt;
  }

  /**
   * Counts one more mail of this kind to this address, and returns whether it may be sent today. In a transaction the count is stored
   * with the mail: a request that is sent twice at once, or that fails, is not counted in addition.
   */
  async spend(kind: string, email: string, transaction?: ClientSession): Promise<boolean> {
    const { count } = await this.counts.add(this.keyOf('emails to', kind, emailKey(email)), DAY_MS, transaction);
    return count <= MAILS_PER_ADDRESS;
  }
}
