import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import pLimit from 'p-limit';
import { takenByBank } from '../../disputes/dispute.ts';
import type { MongoDisputes } from '../../disputes/mongo-disputes.ts';
import {
  ProviderRefusedError,
  ProviderUnavailableError,
  type PaymentProvider,
  type ProviderRefund,
} from '../../provider/payment-provider.ts';
import type { MongoSessions } from '../../sessions/mongo-sessions.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { PublishRefunds } from './publish-refunds.ts';
import { claimedRefund, DISPUTED, withNewOrder, refundKey, refundRefused, withLaterTry, type Refund } from '../rules/refund.ts';
import { bankRefusal, refundableMinor } from '../rules/refundable.ts';
import type { MongoRefunds } from '../rules/mongo-refunds.ts';
import type { ReturnMoney } from './return-money.ts';

const AT_ONCE = 60;
const SIDE_BY_SIDE = 6;
/** One beat works at most this long, well within its lease. */
const WORK_MS = 6_000;

/**
 * Sends requested refunds to the provider, under a key from booking, attempt and amount. Each try is stored before it is sent; after an
 * unknown outcome the provider is read before anything is sent again.
 */
export class SendRefunds {
  constructor(
    private readonly refunds: MongoRefunds,
    private readonly sessions: MongoSessions,
    private readonly disputes: MongoDisputes,
    private readonly provider: PaymentProvider,
    private readonly returnMoney: ReturnMoney,
    private readonly publish: PublishRefunds,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly rateLimiter: RateLimiter,
    private readonly log: Log,
  ) {}

  /** Sends the refunds that are due, within the provider's rate limit. The next beat does the rest. */
  async run(): Promise<void> {
    const until = this.clock.now().getTime() + WORK_MS;
    let away = false;
    while (!away && this.clock.now().getTime() < until) {
      const due = await this.refunds.due(this.clock.now(), AT_ONCE);
      if (due.length === 0) return;
      await pLimit(SIDE_BY_SIDE).map(due, async (refund) => {
        if (away || this.clock.now().getTime() >= until) return;
        if ((await this.send(refund)) === 'away') away = true;
      });
    }
  }

  /** Sends one stored refund without waiting for the next beat. If that fails, the beat sends it. */
  async sendNow(refund: Refund): Promise<void> {
    await this.send(refund).catch((error: unknown) => this.log.warn('a refund is sent later', { bookingId: refund.bookingId }, error));
  }

  private async send(refund: Refund): Promise<'done' | 'away'> {
    // Stored before sending: a process that finds an earlier try reads the provider before it sends again.
    const mine = await this.transactions.run(async (transaction) => {
      const current = await this.refunds.byId(refund.id, transaction);
      if (current?.status !== 'requested' || current.nextTryAt > this.clock.now()) return undefined;
      const taken = claimedRefund(current, this.clock.now());
      await this.refunds.replace(current, taken, transaction);
      return taken;
    });
    if (!mine) return 'done';
    try {
      const seen = await this.sentOnce(mine);
      await this.transactions.run((transaction) => this.returnMoney.apply(seen, transaction));
      return 'done';
    } catch (error) {
      if (error instanceof ProviderUnavailableError) {
        const later = error.keepsAnswer ? withNewOrder : withLaterTry;
        await this.unlessChanged(mine, (current) => later(current, this.clock.now()));
        return 'away';
      }
      if (!(error instanceof ProviderRefusedError)) throw error;
      this.log.error('a refund was refused', { bookingId: refund.bookingId, code: error.code });
      await this.unlessChanged(mine, (current) => refundRefused(current, error.code));
      return 'done';
    }
  }

  /** The refund at the provider, of an earlier try or new. After a refusal it reads again: the earlier order may have been done. */
  private async sentOnce(refund: Refund): Promise<ProviderRefund> {
    const before = refund.tries > 1 ? await this.sentBefore(refund) : undefined;
    if (before) return before;
    try {
      return await this.order(refund);
    } catch (error) {
      const made = error instanceof ProviderRefusedError && refund.tries > 1 ? await this.sentBefore(refund) : undefined;
      if (made) return made;
      throw error;
    }
  }

  private async order(refund: Refund): Promise<ProviderRefund> {
    await this.assertOurs(refund);
    await this.rateLimiter.acquire();
    return this.provider.refund({
      key: refundKey(refund),
      refundId: refund.id,
      paymentIntentId: refund.paymentIntentId,
      amount: refund.amount,
    });
  }

  /** @throws ProviderRefusedError when a bank has taken the money; the provider would refuse too, so it is not asked */
  private async assertOurs(refund: Refund): Promise<void> {
    const disputes = await this.disputes.ofBookings([refund.bookingId]);
    if (takenByBank(refund.paymentIntentId, disputes) === 0) return;
    const session = await this.sessions.byPayment(refund.paymentIntentId);
    const others = (await this.refunds.ofBookings([refund.bookingId])).filter(({ id }) => id !== refund.id);
    if (session && refundableMinor(session, others, disputes) >= refund.amount.amountMinor) return;
    throw new ProviderRefusedError((session && bankRefusal(session, disputes)) ?? DISPUTED);
  }

  private async sentBefore(refund: Refund): Promise<ProviderRefund | undefined> {
    await this.rateLimiter.acquire();
    return (await this.provider.refundsOf(refund.paymentIntentId)).find(({ refundId }) => refundId === refund.id);
  }

  /** Stores the outcome of a try, unless a webhook has reported it already. */
  private async unlessChanged(mine: Refund, change: (current: Refund) => Refund): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const current = await this.refunds.byId(mine.id, transaction);
      if (current?.version !== mine.version) return;
      const after = change(current);
      await this.refunds.replace(current, after, transaction);
      if (after.status !== current.status) await this.publish.ended(current, after, transaction);
    });
  }
}
