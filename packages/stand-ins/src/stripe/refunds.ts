import { schedule, secondsOf, type AccountOptions } from './account-options.ts';
import type { Balance } from './balance.ts';
import { TEST_CARDS } from './cards.ts';
import { z } from 'zod';
import { invalid, noSuch } from './errors.ts';
import type { FormFields } from './form-fields.ts';
import { newId, type Charge, type Refund } from './objects.ts';
import { expand, metadata, read, whole } from './parameters.ts';

const parameters = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  amount: whole.refine((cents) => cents >= 1, 'Invalid positive integer').optional(),
  metadata,
  expand,
});

/** Money that goes back to buyers. */
export class Refunds {
  private readonly options: AccountOptions;
  private readonly balance: Balance;

  constructor(options: AccountOptions, balance: Balance) {
    this.options = options;
    this.balance = balance;
  }

  create(fields: FormFields): Refund {
    const asked = read(parameters, fields);
    const charge = this.chargeToRefund(asked);
    const left = charge.amount - charge.amount_refunded;
    const { amount = left } = asked;
    if (this.options.store.list('disputes').some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable)) {
      throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed');
    }
    if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
    if (amount > left) {
      const what = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount';
      throw invalid(`Refund amount (${dollars(amount)}) is greater than ${what} (${dollars(left)})`, 'amount');
    }
    const { store, emit } = this.options;
    const fails = this.options.faults().failRefunds;
    const { last4 } = charge.payment_method_details.card;
    const later = fails ? undefined : TEST_CARDS.find(({ number }) => number.endsWith(last4))?.refund;
    const status = fails ? 'failed' : later === 'pending_then_succeeds' ? 'pending' : 'succeeded';
    const refund: Refund = {
      id: newId('re_3'),
      object: 'refund',
      amount,
      charge: charge.id,
      created: secondsOf(this.options),
      currency: charge.currency,
      failure_reason: fails ? 'expired_or_canceled_card' : null,
      livemode: false,
      metadata: asked.metadata,
      payment_intent: charge.payment_intent,
      pending_reason: status === 'pending' ? 'processing' : null,
      status,
    };
    store.put('refunds', refund);
    emit('refund.created', refund);
    if (fails) {
      emit('refund.failed', refund);
    } else {
      this.countRefund(charge.id, amount);
      this.balance.move({ type: 'refund', category: 'refund', source: refund.id, amount: -amount, currency: refund.currency });
      emit('charge.refunded', store.get('charges', charge.id));
    }
    if (later) schedule(this.options, later === 'succeeds_then_fails' ? 'fail_refund' : 'succeed_refund', refund.id);
    return refund;
  }

  /** A refund that had been pending or paid out ends otherwise than it began. */
  end(id: string, status: 'succeeded' | 'failed', failure = 'expired_or_canceled_card'): Refund {
    const { store, emit } = this.options;
    const refund = store.get('refunds', id);
    if (!refund) throw noSuch('refund', id);
    if (refund.status === 'failed' || refund.status === status) return refund;
    const ended: Refund = {
      ...refund,
      status,
      pending_reason: null,
      failure_reason: status === 'failed' ? failure : null,
    };
    store.put('refunds', ended);
    if (status === 'failed') {
      const { amount, currency } = refund;
      this.countRefund(refund.charge, -amount);
      this.balance.move({ type: 'refund_failure', category: 'refund_failure', source: id, amount, currency });
    }
    emit('refund.updated', ended, { status: refund.status });
    if (status === 'failed') emit('refund.failed', ended, { status: refund.status });
    return ended;
  }

  private chargeToRefund({ charge: id, payment_intent: intentId }: z.output<typeof parameters>): Charge {
    const { store } = this.options;
    if (id === undefined && intentId === undefined) {
      throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
    }
    const chargeId = id ?? store.get('intents', intentId!)?.latest_charge ?? '';
    const charge = store.get('charges', chargeId);
    if (!charge) throw id === undefined ? noSuch('payment_intent', intentId!, 'payment_intent') : noSuch('charge', id, 'charge');
    if (charge.status !== 'succeeded') throw invalid(`Charge ${chargeId} has not been captured.`, 'charge');
    return charge;
  }

  private countRefund(chargeId: string, amount: number): void {
    const { store } = this.options;
    const charge = store.get('charges', chargeId);
    if (!charge) return;
    const refunded = charge.amount_refunded + amount;
    store.put('charges', { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount });
  }
}

function dollars(minor: number): string {
  return `$${(minor / 100).toFixed(2)}`;
}
