import type { ErasingService } from '@concert/contracts/auth/erasure';
import { accountErasedV1 } from '@concert/contracts/auth/events';
import type { UserId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { withReport, withNextAnnouncement, type Erasure } from './erasure.ts';
import type { MongoErasures } from './mongo-erasures.ts';

const MAX_AT_ONCE = 50;

/** Follows an erasure until every service has reported that nothing is left. */
export class FollowErasure {
  constructor(
    private readonly erasures: MongoErasures,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The address to look for; null when nobody needs it any more. @throws DomainError `auth.user_not_found` */
  async addressOf(userId: UserId): Promise<string | null> {
    return known(await this.erasures.byUser(userId)).email;
  }

  /** A service keeps nothing more that names the person. @throws DomainError `auth.user_not_found` */
  async report(userId: UserId, by: ErasingService): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const before = known(await this.erasures.byUser(userId, transaction));
      const after = withReport(before, by);
      if (after !== before) await this.erasures.replace(before, after, transaction);
    });
  }

  /** Announces again what was not reported: a booking whose money was on its way then may have come to rest. */
  async republish(): Promise<void> {
    for (const erasure of await this.erasures.unfinished(this.clock.now(), MAX_AT_ONCE)) {
      const { userId } = erasure;
      await this.transactions.run(async (transaction) => {
        const after = withNextAnnouncement(erasure, this.clock.now());
        await this.erasures.replace(erasure, after, transaction);
        await this.outbox.record(transaction, [this.outbox.fact(accountErasedV1, userId, after.version, { userId })]);
      });
      this.log.warn('an erasure is announced again: not every service has reported it', { userId });
    }
  }
}

function known(erasure: Erasure | undefined): Erasure {
  if (!erasure) throw new DomainError('auth.user_not_found');
  return erasure;
}
