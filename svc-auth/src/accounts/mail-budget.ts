import { UNKNOWN_ADDRESS } from '@concert/contracts/core/identity';
import { HOUR_MS } from '@concert/contracts/core/durations';
import { networkOf, siteNetworkOf } from '@concert/service-kit/http/network-of';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';
import { TooManyAttemptsError } from '../login-throttle/login-throttle.ts';
import type { RequestKind } from './account-request.ts';

/** Mails of one kind that one address may get in an hour, whoever asks. */
export const MAILS_PER_ADDRESS = 5;
/** How many times as many mails a whole /48 may request as one of its networks. */
const SITE_SHARE = 5;

/**
 * Bounds how many mails can be requested. It counts before anything is looked up, so the bound does not tell whether an address has an
 * account. Mails that were sent keep working, so a stranger who uses up somebody's bound locks nobody out.
 */
export class MailBudget {
  constructor(
    private readonly counts: WindowCounts,
    /** Makes a key that does not reveal what it was made of. */
    private readonly keyOf: (...parts: string[]) => string,
    private readonly mailsPerSource: number,
  ) {}

  /** @throws TooManyAttemptsError when this hour's mails are used up for the address or the source */
  async spend(kind: RequestKind, emailKey: string, source: string): Promise<void> {
    const [ofAddress, ofSource, ofSite] = await Promise.all([
      this.counts.add(this.keyOf('mails to', kind, emailKey), HOUR_MS),
      this.from('mails from', networkOf(source)),
      this.from('mails from site', siteNetworkOf(source)),
    ]);
    if (ofAddress.count > MAILS_PER_ADDRESS || ofSource.count > this.mailsPerSource || ofSite.count > this.mailsPerSource * SITE_SHARE)
      throw new TooManyAttemptsError(Math.ceil(ofAddress.leftMs / 1_000));
  }

  /** Nobody is counted by an unknown address, which everybody may have. */
  private async from(what: string, place: string): Promise<{ readonly count: number }> {
    return place === UNKNOWN_ADDRESS ? { count: 0 } : this.counts.add(this.keyOf(what, place), HOUR_MS);
  }
}
