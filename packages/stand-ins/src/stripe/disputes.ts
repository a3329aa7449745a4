import { secondsOf, type AccountOptions } from './account-options.ts';
import type { Balance } from './balance.ts';
import { invalid, noSuch } from './errors.ts';
import { newId, type Dispute, type DisputeReason, type DisputeStatus } from './objects.ts';
import type { Refunds } from './refunds.ts';

/** How long a bank waits for an answer; Stripe's documents say 7 to 21 days, by the card network. */
const ANSWER_DAYS = 9;

/** Where a bank has decided, or will not. */
const ENDS: readonly DisputeStatus[] = ['warning_closed', 'won', 'lost', 'prevented'];

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
  private readonly balance: Balance;

  constructor(options: AccountOptions, refunds: Refunds, balance: Balance) {
    this.options = options;
    this.refunds = refunds;
    this.balance = balance;
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
    const id = open?.id ?? newId('du_1');
    const dispute: Dispute = {
      ...(open ?? {
        id,
        object: 'dispute',
        charge: charge.id,
        created: secondsOf(this.options),
        currency: charge.currency,
        livemode: false,
        metadata: {},
        payment_intent: charge.payment_intent,
        reason,
      }),
      evidence_details: this.answerTime(),
      amount: asked,
      balance_transactions: inquiry ? [] : [this.bankMoved(id, -asked, charge.currency)],
      is_charge_refundable: inquiry,
      status: inquiry ? 'warning_needs_response' : 'needs_response',
    };
    store.put('disputes', dispute);
    emit(open ? 'charge.dispute.updated' : 'charge.dispute.created', dispute, ...(open ? [{ status: open.status }] : []));
    if (!inquiry) emit('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  /** The bank decides. @throws StripeFault when there is nothing to decide */
  close(chargeId: string, status: 'won' | 'lost'): Dispute {
    const open = this.openDisputeOf(chargeId);
    if (!open) throw noSuch('dispute', chargeId, 'charge');
    const inquiry = open.status === 'warning_needs_response';
    if (inquiry && status === 'lost') throw invalid('An inquiry takes no money: it becomes a dispute first.', 'status');
    return this.become(chargeId, inquiry ? 'warning_closed' : status);
  }

  /**
   * The latest dispute of a charge gets this status, whatever it had: a bank may think again. Its money goes to the bank or comes back
   * where the status says so. @throws StripeFault when there is none
   */
  become(chargeId: string, status: DisputeStatus): Dispute {
    const { store, emit } = this.options;
    const [before] = this.disputesOf(chargeId);
    if (!before) throw noSuch('dispute', chargeId, 'charge');
    const isEnd = ENDS.includes(status);
    const wanted = status === 'lost' || !(isEnd || status.startsWith('warning_')) ? before.amount : 0;
    const has = before.balance_transactions.reduce((sum, { amount }) => sum - Math.sign(amount), 0) * before.amount;
    const moved = wanted - has;
    const after: Dispute = {
      ...before,
      status,
      is_charge_refundable: wanted === 0,
      ...(isEnd ? {} : { evidence_details: this.answerTime() }),
      balance_transactions:
        moved === 0 ? before.balance_transactions : [...before.balance_transactions, this.bankMoved(before.id, -moved, before.currency)],
    };
    store.put('disputes', after);
    emit(isEnd ? 'charge.dispute.closed' : 'charge.dispute.updated', after, { status: before.status });
    if (moved !== 0) emit(moved > 0 ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated', after);
    return after;
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

  /** @param amount in the currency of the payment: the account's own may be another, and its rate another each time */
  private bankMoved(source: string, amount: number, currency: string): Dispute['balance_transactions'][number] {
    return this.balance.move({ type: 'adjustment', category: amount < 0 ? 'dispute' : 'dispute_reversal', source, amount, currency });
  }

  private answerTime(): Dispute['evidence_details'] {
    return { due_by: secondsOf(this.options) + ANSWER_DAYS * 86_400 };
  }
}
