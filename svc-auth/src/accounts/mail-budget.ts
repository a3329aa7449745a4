import type { Clock } from '@concert/service-kit/clock';
import { networkOf } from '@concert/service-kit/network-of';
import { TooManyAttemptsError } from '../login-throttle/login-throttle.ts';
import type { RequestKind } from './account-request.ts';
import type { AccountRequestsRepository } from './account-requests.repository.ts';

/** Mails of one kind that one address may get in an hour, whoever asks. */
export const MAILS_PER_ADDRESS = 5;
const HOUR_MS = 3_600_000;

/**
 * Bounds how many mails can be requested. It counts before anything is looked up, so the bound does not tell whether an address has an
 * account. Mails that were sent keep working, so a stranger who uses up somebody's bound locks nobody out.
 */
export class MailBudget {
  constructor(
    private readonly requests: AccountRequestsRepository,
    private readonly clock: Clock,
    /** Makes a key that does not reveal what it was made of. */
    private readonly keyOf: (...parts: string[]) => string,
    private readonly mailsPerSource: number,
  ) {}

  /** @throws TooManyAttemptsError when this hour's mails are used up for the address or the source */
  async spend(kind: RequestKind, emailKey: string, source: string): Promise<void> {
    const now = this.clock.now().getTime();
    const hour = Math.floor(now / HOUR_MS);
    const end = new Date((hour + 1) * HOUR_MS);
    const [ofAddress, ofSource] = await Promise.all([
      this.requests.count(this.keyOf('mails to', String(hour), kind, emailKey), end),
      this.requests.count(this.keyOf('mails from', String(hour), networkOf(source)), end),
    ]);
    if (ofAddress > MAILS_PER_ADDRESS || ofSource > this.mailsPerSource)
      throw new TooManyAttemptsError(Math.ceil((end.getTime() - now) / 1_000));
  }
}
