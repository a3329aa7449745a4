import { emailKey } from '@concert/contracts/core/fields';
import type { RefundId, RunId, UserId } from '@concert/contracts/core/ids';
import type { RefundCause } from '@concert/contracts/payment/refund-causes';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Dispute } from '../../disputes/dispute.ts';
import type { MongoDisputes } from '../../disputes/mongo-disputes.ts';
import type { ProviderRefund } from '../../provider/payment-provider.ts';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import type { MongoSessions } from '../../sessions/mongo-sessions.ts';
import type { PublishRefunds } from './publish-refunds.ts';
import {
  newRefund,
  isAutomatic,
  isLive,
  refundAsProviderSays,
  refundRefused,
  releasedRefund,
  supersededRefund,
  type Refund,
  type RefundOrderDetails,
} from '../rules/refund.ts';
import {
  asBankDecided,
  bankRefusal,
  failedBefore,
  refundableMinor,
  nextAttempt,
  refundsOfSession,
  type PartOrder,
} from '../rules/refundable.ts';
import type { MongoRefunds } from '../rules/mongo-refunds.ts';

/** Readers for whom a run requests mails in one transaction. */
const READERS_AT_ONCE = 100;
/** What differs between new attempts; without an amount, all that is left goes back. */
interface NextRefund extends Pick<RefundOrderDetails, 'cause' | 'endsBooking' | 'part' | 'requestedBy' | 'runId' | 'reader'> {
  readonly id?: RefundId;
  readonly amountMinor?: number;
}

/** Why money goes back, and who asked for it where somebody did. */
export type RefundOrigin = Pick<NextRefund, 'cause' | 'requestedBy'>;

/**
 * The only way money is returned: late money, second purchases, an organiser's refund or partial return, tickets given back after a
 * postponement, a cancelled concert, and refunds made at the provider all go through here. Each attempt is stored before anything is sent; SendRefunds sends it. Money that a bank took in a
 * dispute must not be refunded: the buyer would get it twice.
 */
export class ReturnMoney {
  constructor(
    private readonly refunds: MongoRefunds,
    private readonly sessions: MongoSessions,
    private readonly disputes: MongoDisputes,
    private readonly publish: PublishRefunds,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
  ) {}

  /**
   * Stores, in the caller's transaction, that a session's money is refunded automatically, and requests the buyer's mail. If a bank has
   * taken the money, the attempt is stored as failed, to be retried if the bank decides for us. Repeating the call changes nothing.
   */
  async request(session: PaymentSession, cause: RefundCause, endsBooking: boolean, transaction: ClientSession): Promise<void> {
    const earlier = await this.refunds.ofBookings([session.bookingId], transaction);
    if (refundsOfSession(session, earlier).some((refund) => isLive(refund) || isAutomatic(refund))) return;
    const refund = this.next(session, earlier, [], { cause, endsBooking });
    const taken = bankRefusal(session, await this.disputes.ofBookings([session.bookingId], transaction));
    if (taken) {
      const held: Refund = { ...refundRefused(refund, taken), issueToldAt: null };
      await this.refunds.add([held], transaction);
      await this.publish.ended(refund, held, transaction);
      return;
    }
    await this.refunds.add([refund], transaction);
    await this.publish.requestMail('refund-started', refund, transaction);
    this.log.warn('refunding', { bookingId: session.bookingId, reason: cause });
  }

  /**
   * Stores that a booking's money is refunded: all that is left of it. A failed attempt is replaced by a new one.
   * @param earlier all attempts of the booking, read in the same transaction
   */
  async start(session: PaymentSession, earlier: readonly Refund[], origin: RefundOrigin, transaction: ClientSession): Promise<Refund> {
    const failed = refundsOfSession(session, earlier).filter((refund) => refund.status === 'failed' && !refund.superseded);
    const before = failed.findLast(({ part }) => part === null);
    const disputes = await this.disputes.ofBookings([session.bookingId], transaction);
    const fresh = this.next(session, earlier, disputes, {
      ...origin,
      cause: before?.cause ?? origin.cause,
      endsBooking: before?.endsBooking ?? true,
    });
    const refund: Refund = before ? { ...fresh, ...tellingOf(before), runId: before.runId } : fresh;
    // The money of partial returns that failed is among what is left.
    for (const old of failed) await this.refunds.replace(old, supersededRefund(old), transaction);
    await this.refunds.add([refund], transaction);
    await this.publish.started(refund, transaction);
    // The buyer was told of the failed attempt, so the new one is not announced again.
    if (!before) await this.publish.requestMail('refund-started', refund, transaction);
    return refund;
  }

  /**
   * Stores that a part of a booking's money goes back and some of its tickets end. A failed attempt at the same part is replaced by a new
   * one; so is a gift, which is none any more.
   * @param earlier all attempts of the booking, read in the same transaction
   */
  async startPart(
    session: PaymentSession,
    earlier: readonly Refund[],
    { tickets, amountMinor, gift }: PartOrder & { readonly gift?: Refund },
    origin: RefundOrigin,
    transaction: ClientSession,
  ): Promise<Refund> {
    const failed = gift ? undefined : failedBefore(refundsOfSession(session, earlier), { tickets, amountMinor });
    const before = gift ?? failed;
    const id = this.ids.next('refund');
    const fresh = this.next(session, earlier, [], {
      id,
      ...origin,
      cause: gift ? 'gift sent back' : (failed?.cause ?? origin.cause),
      endsBooking: false,
      part: before?.part ?? { returnId: id, tickets },
      amountMinor,
    });
    const refund: Refund = failed ? { ...fresh, ...tellingOf(failed) } : fresh;
    if (before) await this.refunds.replace(before, supersededRefund(before), transaction);
    if (gift) await this.publish.ungiven(gift, transaction);
    await this.refunds.add([refund], transaction);
    await this.publish.started(refund, transaction);
    if (!failed) await this.publish.requestMail('refund-started', refund, transaction);
    return refund;
  }

  /** Plans the refunds of a run. Their readers are told when all are planned, and the money is sent after the mail. */
  async plan(sessions: readonly PaymentSession[], runId: RunId, by: UserId, transaction: ClientSession): Promise<void> {
    const ids = sessions.map(({ bookingId }) => bookingId);
    const earlier = await this.refunds.ofBookings(ids, transaction);
    const disputes = await this.disputes.ofBookings(ids, transaction);
    const planned: Refund[] = [];
    for (const session of sessions) {
      const own = earlier.filter(({ bookingId }) => bookingId === session.bookingId);
      const before = refundsOfSession(session, own);
      if (before.some(isLive) || refundableMinor(session, own, disputes) <= 0) continue;
      const failed = before.filter(({ status, superseded: over }) => status === 'failed' && !over);
      for (const old of failed) await this.refunds.replace(old, supersededRefund(old), transaction);
      const fresh = this.next(session, own, disputes, {
        cause: 'cancellation',
        endsBooking: true,
        requestedBy: by,
        runId,
        reader: emailKey(session.email),
      });
      const told = failed.find((old) => old.runId !== null && old.toldAt !== null);
      // A buyer who was told by an earlier run is not told again.
      planned.push(told ? { ...fresh, ...tellingOf(told), reader: fresh.reader } : fresh);
    }
    await this.refunds.add(planned, transaction);
  }

  /** Requests mails of the cancellation, one for each reader of a run. @returns false when every reader has one */
  async announce(runId: RunId, transaction: ClientSession): Promise<boolean> {
    const some = await this.refunds.unannounced(runId, READERS_AT_ONCE, transaction);
    if (some.length === 0) return false;
    const now = this.clock.now();
    const readers = Map.groupBy(
      await this.refunds.toReaders(runId, [...new Set(some.map(({ reader }) => reader ?? ''))], transaction),
      ({ reader }) => reader,
    );
    for (const refunds of readers.values()) {
      const unannounced = refunds.filter(({ noticeAskedAt }) => noticeAskedAt === null);
      const [first, ...rest] = unannounced;
      if (!first) continue;
      for (const refund of unannounced)
        await this.refunds.replace(refund, { ...refund, noticeAskedAt: now, version: refund.version + 1 }, transaction);
      const others = rest.map(({ bookingId }) => bookingId);
      await this.publish.requestMail('cancellation', { ...first, version: first.version + 1 }, transaction, others);
    }
    return true;
  }

  /** Releases a planned refund: its buyer was told, or cannot be told. */
  async release(refund: Refund): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const current = await this.refunds.byId(refund.id, transaction);
      if (current?.status !== 'planned') return;
      const after = releasedRefund(current, this.clock.now());
      await this.refunds.replace(current, after, transaction);
      await this.publish.started(after, transaction);
    });
  }

  /** Stores what the provider reported of a refund. A refund made at the provider itself is added. */
  async apply(seen: ProviderRefund, transaction: ClientSession): Promise<void> {
    const ours = seen.refundId === undefined ? undefined : await this.refunds.byId(seen.refundId, transaction);
    const before =
      ours ?? (await this.refunds.byProviderRefund(seen.providerRefundId, transaction)) ?? (await this.madeElsewhere(seen, transaction));
    if (!before) {
      this.log.warn('a refund of a payment that is not ours was seen', { provider: 'stripe' });
      return;
    }
    const after = refundAsProviderSays(before, seen, this.clock.now());
    if (after === before) return;
    await this.refunds.replace(before, after, transaction);
    if (after.status !== before.status) await this.publish.ended(before, after, transaction);
  }

  /** Keeps attempts that were not sent yet, or failed, in step with what a bank decided. */
  async followBank(session: PaymentSession, transaction: ClientSession): Promise<void> {
    const earlier = await this.refunds.ofBookings([session.bookingId], transaction);
    const disputes = await this.disputes.ofBookings([session.bookingId], transaction);
    for (const refund of refundsOfSession(session, earlier)) {
      // The buyer was never told that a planned refund had started, so its failure is not published.
      const after = asBankDecided(refund, session, earlier, disputes);
      if (after !== refund) await this.refunds.replace(refund, after, transaction);
    }
  }

  private next(
    session: PaymentSession,
    earlier: readonly Refund[],
    disputes: readonly Dispute[],
    { amountMinor = refundableMinor(session, earlier, disputes), ...order }: NextRefund,
  ): Refund {
    return newRefund({ id: this.ids.next('refund'), ...order, ...nextAttempt(session, earlier, amountMinor) }, this.clock.now());
  }

  private async madeElsewhere(seen: ProviderRefund, transaction: ClientSession): Promise<Refund | undefined> {
    const session = await this.sessions.byPayment(seen.paymentIntentId, transaction);
    if (!session?.page || !session.received) return undefined;
    const earlier = await this.refunds.ofBookings([session.bookingId], transaction);
    const whole =
      refundableMinor(session, earlier, await this.disputes.ofBookings([session.bookingId], transaction)) <= seen.amount.amountMinor;
    const ofBooking = session.standing === 'kept' || session.standing === 'booked';
    const id = this.ids.next('refund');
    const refund: Refund = {
      ...newRefund(
        {
          id,
          ...nextAttempt(session, earlier, seen.amount.amountMinor),
          cause: 'dashboard',
          // A partial refund leaves the buyer the seats; the last part ends the booking.
          endsBooking: whole && ofBooking,
          part: !whole && ofBooking ? { returnId: id, tickets: [] } : undefined,
        },
        this.clock.now(),
      ),
      providerRefundId: seen.providerRefundId,
      status: 'pending',
    };
    await this.refunds.add([refund], transaction);
    this.log.warn('a refund was made at the payment provider itself', { bookingId: session.bookingId });
    return refund;
  }
}

/** What the buyer was told about an attempt. It also holds for the attempt that replaces it. */
function tellingOf({
  reader,
  noticeAskedAt,
  noticeGivenUpAt,
  toldAt,
  issueToldAt,
}: Refund): Pick<Refund, 'reader' | 'noticeAskedAt' | 'noticeGivenUpAt' | 'toldAt' | 'issueToldAt'> {
  return { reader, noticeAskedAt, noticeGivenUpAt, toldAt, issueToldAt };
}
