import { accountErasedV1 } from '@concert/contracts/auth/events';
import { personalBookingRoutes, type OpenMoney } from '@concert/contracts/booking/personal-data';
import type { UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { ErasingService } from '@concert/contracts/auth/erasure';
import { effectiveRole } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { MongoAccountTraces } from './mongo-account-traces.ts';
import { newErasure, type Erasure, withReport, withNextAnnouncement } from './erasure.ts';
import type { MongoErasures } from './mongo-erasures.ts';

const WORDS: Readonly<Record<OpenMoney, string>> = {
  payment_open: 'is not paid yet, and not released',
  refund_under_way: 'has a refund on its way to you',
  refund_failed: 'has a refund that failed and waits for the organisers',
  disputed: 'has a payment that your bank is asked to take back',
};

const MAX_AT_ONCE = 50;

/** Erases a person: everything here at once, and by a fact everything that names them elsewhere, which is followed until every service has reported. */
export class EraseAccount {
  constructor(
    private readonly users: MongoUsers,
    private readonly traces: MongoAccountTraces,
    private readonly erasures: MongoErasures,
    private readonly booking: InternalClient,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly adminEmailKey: string | undefined,
  ) {}

  /**
   * @throws DomainError `auth.money_open` with each booking whose money is on its way, `auth.role_held`, `request.session_required` when the
   *   account is gone; NeighbourUnavailableError while nobody knows where the money is
   */
  async erase(userId: UserId): Promise<Erasure> {
    const { open } = await this.booking.call(personalBookingRoutes.showOpenMoney, { params: { userId } });
    if (open.length > 0)
      throw new DomainError('auth.money_open', {
        detail: open.map(({ bookingId, why }) => `Booking ${bookingId} ${WORDS[why]}.`).join(' '),
      });
    const erasure = await this.transactions.run(async (transaction) => {
      const user = await this.users.byId(userId, transaction);
      if (!user) throw new DomainError('request.session_required');
      if (effectiveRole(user, this.adminEmailKey) !== 'buyer') throw new DomainError('auth.role_held');
      const begun = newErasure(user, this.clock.now());
      await this.traces.remove(userId, user.emailKey, transaction);
      await this.erasures.add(begun, transaction);
      await this.outbox.record(transaction, [this.outbox.fact(accountErasedV1, userId, begun.version, { userId })]);
      return begun;
    });
    this.log.info('an account was erased', { userId, outcome: 'erased' });
    return erasure;
  }

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
