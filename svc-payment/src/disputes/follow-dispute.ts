import { money } from '@concert/contracts/core/money';
import { disputeClosedV1, disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Ledger } from '../ledger/ledger.ts';
import type { ProviderDispute } from '../provider/payment-provider.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import { disputeAsProviderSays, isAskedAnew, type Dispute } from './dispute.ts';
import type { DisputesRepository } from './disputes.repository.ts';

/** Stores what a bank does with a disputed payment, and publishes it. */
export class FollowDispute {
  constructor(
    private readonly disputes: DisputesRepository,
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Stores what the provider reported, in the caller's transaction. Safe to repeat and in any order. */
  async apply(seen: ProviderDispute, session: PaymentSession, transaction: ClientSession): Promise<void> {
    if (!session.page) throw new Error('a disputed session has a page');
    const known = await this.disputes.byId(seen.disputeId, transaction);
    if (!known) {
      const dispute: Dispute = {
        id: seen.disputeId,
        bookingId: session.bookingId,
        checkoutSessionId: session.page.checkoutSessionId,
        paymentIntentId: seen.paymentIntentId,
        amount: seen.amount,
        state: seen.state,
        moneyTaken: seen.moneyTaken,
        openedAt: seen.openedAt,
        reason: seen.reason,
        answerBy: seen.answerBy,
        version: 1,
      };
      await this.disputes.add(dispute, transaction);
      if (seen.moneyTaken) await this.move('disputed', dispute, transaction);
      await this.publish(dispute, true, transaction);
      return;
    }
    const after = disputeAsProviderSays(known, seen);
    if (after === known) return;
    await this.disputes.replace(known, after, transaction);
    if (after.moneyTaken !== known.moneyTaken) await this.move(after.moneyTaken ? 'disputed' : 'dispute_reversed', after, transaction);
    const asked = after.state === 'open' && isAskedAnew(known, after);
    if (asked || after.state !== known.state) await this.publish(after, asked, transaction);
  }

  private async move(kind: 'disputed' | 'dispute_reversed', dispute: Dispute, transaction: ClientSession): Promise<void> {
    const { bookingId, checkoutSessionId, paymentIntentId, amount } = dispute;
    await this.ledger.add(
      [{ kind, movement: dispute.id, bookingId, checkoutSessionId, paymentIntentId, amount, at: this.clock.now() }],
      transaction,
    );
  }

  private async publish(dispute: Dispute, isAsked: boolean, transaction: ClientSession): Promise<void> {
    const { id, bookingId, checkoutSessionId, amount, state, version, reason, answerBy } = dispute;
    const fact = { bookingId, checkoutSessionId, disputeId: id, amount: money(amount.amountMinor) };
    this.log.error('the payment of a booking is disputed', { bookingId, state });
    const facts = [];
    const asked = { reason, ...(answerBy ? { answerBy: answerBy.toISOString() } : {}) };
    if (isAsked)
      facts.push(this.outbox.fact(disputeOpenedV1, id, version, { ...fact, ...asked, openedAt: dispute.openedAt.toISOString() }));
    if (state !== 'open')
      facts.push(this.outbox.fact(disputeClosedV1, id, version + 1, { ...fact, outcome: state, closedAt: this.clock.now().toISOString() }));
    await this.outbox.record(transaction, facts);
  }
}
