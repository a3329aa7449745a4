import { refundIssuedV1 } from '@concert/contracts/payment/refunds';
import { money } from '@concert/contracts/core/money';
import type { Clock, Ids } from '@concert/service-kit/clock';
import type { Log } from '@concert/service-kit/log';
import type { ClientSession, Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { Ledger } from '../ledger/ledger.ts';
import { ProviderRefusedError, ProviderUnavailableError, type PaymentProvider, type ProviderRefund } from '../provider/payment-provider.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import { refundAsProviderSays, refundKey, refundRefused, tryLater, type Refund, type RefundCause } from './refund.ts';
import type { RefundsRepository } from './refunds.repository.ts';

const AT_ONCE = 20;

/** Sends back money that cannot be honoured: once for each payment session, whatever is repeated or killed in between. */
export class ReturnMoney {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly provider: PaymentProvider,
    private readonly ledger: Ledger,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
  ) {}

  /** Notes, in the caller's transaction, that a session's money is to go back. Asking again changes nothing. */
  async request(session: PaymentSession, cause: RefundCause, endsBooking: boolean, transaction: ClientSession): Promise<void> {
    if (!session.page || !session.received) throw new Error('only received money can be returned');
    if (await this.refunds.ofCheckoutSession(session.page.checkoutSessionId, transaction)) return;
    const now = this.clock.now();
    await this.refunds.add(
      {
        id: this.ids.next('refund'),
        bookingId: session.bookingId,
        checkoutSessionId: session.page.checkoutSessionId,
        paymentIntentId: session.received.paymentIntentId,
        amount: session.received.amount,
        cause,
        endsBooking,
        status: 'requested',
        providerRefundId: null,
        tries: 0,
        nextTryAt: now,
        requestedAt: now,
        version: 1,
      },
      transaction,
    );
    this.log.warn('money goes back', { bookingId: session.bookingId, reason: cause });
  }

  /** Sends the refunds that are due. */
  async run(): Promise<void> {
    for (const refund of await this.refunds.due(this.clock.now(), AT_ONCE)) await this.send(refund);
  }

  /** Brings one of our refunds to what the provider says of it. Refunds made elsewhere are not ours to follow. */
  async apply(seen: ProviderRefund, transaction: ClientSession): Promise<void> {
    const before = seen.refundId === undefined ? undefined : await this.refunds.byId(seen.refundId, transaction);
    if (!before) {
      this.log.warn('a refund was made outside this service', { provider: 'stripe' });
      return;
    }
    const after = refundAsProviderSays(before, seen);
    if (after === before) return;
    await this.refunds.replace(before, after, transaction);
    const now = this.clock.now();
    const { bookingId, checkoutSessionId, paymentIntentId, amount } = after;
    const entry = { movement: seen.providerRefundId, bookingId, checkoutSessionId, paymentIntentId, amount, at: now };
    if (after.status === 'succeeded') {
      await this.ledger.add({ kind: 'refunded', ...entry }, transaction);
      if (after.endsBooking) {
        await this.outbox.record(transaction, [
          this.outbox.fact(refundIssuedV1, checkoutSessionId, after.version, { bookingId, checkoutSessionId, refundId: after.id, amount: money(amount.amountMinor), issuedAt: now.toISOString() }),
        ]);
      }
    } else if (after.status === 'failed') {
      if (before.status === 'succeeded') await this.ledger.add({ kind: 'refund_reversed', ...entry }, transaction);
      this.log.error('a refund failed', { bookingId, reason: after.cause });
    }
  }

  private async send(refund: Refund): Promise<void> {
    // Noted before it is sent: whoever finds a first try noted looks at the provider before sending again.
    const noted = tryLater(refund, this.clock.now());
    await this.transactions.run((transaction) => this.refunds.replace(refund, noted, transaction));
    try {
      const seen =
        (refund.tries > 0 ? await this.sentBefore(refund) : undefined) ??
        (await this.provider.refund({ key: refundKey(refund), refundId: refund.id, paymentIntentId: refund.paymentIntentId, amount: refund.amount }));
      await this.transactions.run((transaction) => this.apply(seen, transaction));
    } catch (error) {
      if (error instanceof ProviderUnavailableError) return;
      if (!(error instanceof ProviderRefusedError)) throw error;
      this.log.error('a refund was refused', { bookingId: refund.bookingId, code: error.code });
      await this.transactions.run((transaction) => this.refunds.replace(noted, refundRefused(noted), transaction));
    }
  }

  private async sentBefore(refund: Refund): Promise<ProviderRefund | undefined> {
    return (await this.provider.refundsOf(refund.paymentIntentId)).find(({ refundId }) => refundId === refund.id);
  }
}
