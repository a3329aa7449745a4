import type { BookingId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { giftGivenV1 } from '@concert/contracts/payment/gifts';
import {
  refundFailedV1,
  refundIssuedV1,
  refundMailRequestedV1,
  refundStartedV1,
  type RefundMailKind,
} from '@concert/contracts/payment/refunds';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { LedgerKind } from '../../ledger/ledger.ts';
import type { MongoLedger } from '../../ledger/mongo-ledger.ts';
import type { Refund } from '../rules/refund.ts';

/** Publishes what happens to refunds and enters it in the ledger, in the transaction of the refund itself. */
export class PublishRefunds {
  constructor(
    private readonly ledger: MongoLedger,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Publishes that a booking's refund has started, if the booking ends with it or with a part of it. */
  async started(refund: Refund, transaction: ClientSession): Promise<void> {
    if (!concernsBooking(refund)) return;
    const { requestedBy, cause, requestedAt } = refund;
    await this.outbox.record(transaction, [
      this.outbox.fact(refundStartedV1, refund.checkoutSessionId, refund.version, {
        ...factOf(refund),
        cause,
        startedAt: requestedAt.toISOString(),
        ...(requestedBy ? { startedBy: requestedBy } : {}),
      }),
    ]);
  }

  /** Enters the outcome of an attempt in the ledger and publishes it. */
  async ended(before: Refund, after: Refund, transaction: ClientSession): Promise<void> {
    const now = this.clock.now();
    const { bookingId, checkoutSessionId, version, reason } = after;
    const movement = after.providerRefundId ?? after.id;
    if (after.status === 'succeeded') {
      await this.enter('refunded', after, movement, transaction);
      if (concernsBooking(after))
        await this.outbox.record(transaction, [
          this.outbox.fact(refundIssuedV1, checkoutSessionId, version, { ...factOf(after), issuedAt: now.toISOString() }),
        ]);
    } else if (after.status === 'failed') {
      if (before.status === 'succeeded') await this.enter('refund_reversed', after, movement, transaction);
      if (concernsBooking(after))
        await this.outbox.record(transaction, [
          this.outbox.fact(refundFailedV1, checkoutSessionId, version, {
            ...factOf(after),
            reason: reason ?? '',
            failedAt: now.toISOString(),
          }),
        ]);
      this.log.error('a refund failed', { bookingId, reason: after.cause });
    }
  }

  /** Enters in the ledger that a gift leaves its account, to be sent back. */
  async ungiven(gift: Refund, transaction: ClientSession): Promise<void> {
    await this.enter('given_reversed', gift, gift.id, transaction);
  }

  /** Enters a gift in the ledger and publishes it. */
  async given(gift: Refund, transaction: ClientSession): Promise<void> {
    const { id, bookingId, checkoutSessionId, amount, attempt, version, part, endsBooking, requestedAt } = gift;
    await this.enter('given', gift, id, transaction);
    await this.outbox.record(transaction, [
      this.outbox.fact(giftGivenV1, checkoutSessionId, version, {
        bookingId,
        checkoutSessionId,
        giftId: id,
        attempt,
        amount: money(amount.amountMinor),
        tickets: [...(part?.tickets ?? [])],
        endsBooking,
        givenAt: requestedAt.toISOString(),
      }),
    ]);
  }

  /** Requests a mail to a refund's buyer. @param others their other bookings that it names as well */
  async requestMail(
    kind: RefundMailKind,
    { id: refundId, bookingId, version }: Refund,
    transaction: ClientSession,
    others: BookingId[] = [],
  ): Promise<void> {
    await this.outbox.record(transaction, [
      this.outbox.fact(refundMailRequestedV1, refundId, version, { refundId, bookingId, others, kind }),
    ]);
  }

  private enter(kind: LedgerKind, of: Refund, movement: string, transaction: ClientSession): Promise<void> {
    const { bookingId, checkoutSessionId, paymentIntentId, amount } = of;
    return this.ledger.add([{ kind, movement, bookingId, checkoutSessionId, paymentIntentId, amount, at: this.clock.now() }], transaction);
  }
}

/** Whether the booking has to know: money of its own goes back, and not what was paid too much. */
function concernsBooking({ endsBooking, part }: Refund): boolean {
  return endsBooking || part !== null;
}

function factOf(refund: Refund) {
  return {
    bookingId: refund.bookingId,
    checkoutSessionId: refund.checkoutSessionId,
    refundId: refund.id,
    amount: money(refund.amount.amountMinor),
    attempt: refund.attempt,
    ...(refund.part ? { part: { returnId: refund.part.returnId, tickets: [...refund.part.tickets] } } : {}),
  };
}
