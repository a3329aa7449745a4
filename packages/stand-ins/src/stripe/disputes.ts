import { secondsOf, type AccountOptions } from './account-options.ts';
import { invalid, noSuch } from './errors.ts';
import { newId, type Dispute, type DisputeReason } from './objects.ts';
import type { Refunds } from './refunds.ts';

/** How long a bank waits for an answer; Stripe's documents say 7 to 21 days, by the card network. */
const ANSWER_DAYS = 9;

/** What a dispute is opened with. */
export interface DisputeOptions {
  readonly inquiry?: boolean;
  /** In cents; all that is left where none is given. */
  readonly amount?: number | undefined;
  readonly reason?: DisputeReason | undefined;
}

/** Payments that their buyers claim back at their bank. */
export class Disputes {
  private readonly options: AccountOptions;
  private readonly refunds: Refunds;

  constructor(options: AccountOptions, refunds: Refunds) {
    this.options = options;
    this.refunds = refunds;
  }

  /**
   * The card's owner claims the money back at the bank: it leaves the account at once, the charge can no longer be refunded, and pending
   * refunds fail. An inquiry is a question before that: it takes no money, and a refund answers it.
   */
  open(chargeId: string, { inquiry = false, amount, reason = 'fraudulent' }: DisputeOptions = {}): Dispute {
    const { store, emit } = this.options;
    const charge = store.get('charges', chargeId);
    if (charge?.status !== 'succeeded') throw noSuch('charge', chargeId);
    const open = this.openDisputeOf(chargeId);
    if (open && open.status === (inquiry ? 'warning_needs_response' : 'needs_response')) return open;
    if (!inquiry)
      for (const refund of store.list('refunds'))
        if (refund.charge === chargeId && refund.status === 'pending')
          this.refunds.end(refund.id, 'failed', 'charge_for_pending_refund_disputed');
    const left = charge.amount - (store.get('charges', chargeId)?.amount_refunded ?? 0);
    const asked = Math.min(amount ?? left, charge.amount);
    const dispute: Dispute = {
      ...(open ?? {
        id: newId('du_1'),
        object: 'dispute',
        charge: charge.id,
        created: secondsOf(this.options),
        currency: charge.currency,
        evidence: {},
        livemode: false,
        metadata: {},
        payment_intent: charge.payment_intent,
        reason,
      }),
      evidence_details: {
        due_by: secondsOf(this.options) + ANSWER_DAYS * 86_400,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      amount: asked,
      balance_transactions: inquiry ? [] : [this.bankMoved(-asked)],
      is_charge_refundable: inquiry,
      status: inquiry ? 'warning_needs_response' : 'needs_response',
    };
    store.put('disputes', dispute);
    store.put('charges', { ...(store.get('charges', chargeId) ?? charge), disputed: true });
    emit(open ? 'charge.dispute.updated' : 'charge.dispute.created', dispute, ...(open ? [{ status: open.status }] : []));
    if (!inquiry) emit('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  /** The bank decides. @throws StripeFault when there is nothing to decide */
  close(chargeId: string, status: 'won' | 'lost'): Dispute {
    const { store, emit } = this.options;
    const open = this.openDisputeOf(chargeId);
    if (!open) throw noSuch('dispute', chargeId, 'charge');
    const inquiry = open.status === 'warning_needs_response';
    if (inquiry && status === 'lost') throw invalid('An inquiry takes no money: it becomes a dispute first.', 'status');
    const closed: Dispute = {
      ...open,
      status: inquiry ? 'warning_closed' : status,
      is_charge_refundable: status === 'won',
      balance_transactions:
        inquiry || status === 'lost' ? open.balance_transactions : [...open.balance_transactions, this.bankMoved(open.amount)],
    };
    store.put('disputes', closed);
    emit('charge.dispute.closed', closed, { status: open.status });
    if (!inquiry && status === 'won') emit('charge.dispute.funds_reinstated', closed);
    return closed;
  }

  private disputesOf(chargeId: string): Dispute[] {
    return this.options.store.list('disputes').filter((dispute) => dispute.charge === chargeId);
  }

  private openDisputeOf(chargeId: string): Dispute | undefined {
    return this.disputesOf(chargeId).find(({ status }) => status === 'needs_response' || status === 'warning_needs_response');
  }

  /** A refunded payment leaves nothing to inquire about. */
  endInquiry(chargeId: string): void {
    if (this.openDisputeOf(chargeId)?.status === 'warning_needs_response' && this.options.store.get('charges', chargeId)?.refunded)
      this.close(chargeId, 'won');
  }

  private bankMoved(amount: number): Dispute['balance_transactions'][number] {
    return { id: newId('txn_1'), object: 'balance_transaction', amount, type: 'adjustment', created: secondsOf(this.options) };
  }
}
