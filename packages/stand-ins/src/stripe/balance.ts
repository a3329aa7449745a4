import { z } from 'zod';
import { secondsOf, type AccountOptions } from './account-options.ts';
import { invalid, noSuch } from './errors.ts';
import { newId, type BalanceTransaction, type Charge, type EarlyFraudWarning, type Payout, type Settlement } from './objects.ts';

/** Money of a charge can be paid out after so many days: Stripe's documents say two business days in the USA. */
const SETTLES_DAYS = 2;
/** Stripe's published price in the USA: 2.9 percent and 30 cents. */
const CHARGE_FEE = { rate: 0.029, fixed: 30 };
/** Stripe's published price of a dispute in the USA, which nothing gives back. */
const DISPUTE_FEE = 1_500;
const DAY_S = 86_400;

/** What moves the balance, by Stripe's `type` and `reporting_category` of it, in the currency of what it is about. */
export interface Move {
  readonly type: BalanceTransaction['type'];
  readonly category: string;
  readonly source: string;
  readonly amount: number;
  readonly currency: string;
}

export const payoutBody = z.object({ currency: z.string().length(3).optional(), amount: z.coerce.number().int().min(1).optional() });
export const settlementBody = z.object({ currency: z.string().length(3), rate: z.coerce.number().positive() });

/** The account's balance: every movement of money, payouts to the bank, and warnings of banks. */
export class Balance {
  private readonly options: AccountOptions;

  constructor(options: AccountOptions) {
    this.options = options;
  }

  /** Books a movement, in the currency that the account is kept in now, with its fee. */
  move({ type, category, source, amount: moved, currency }: Move): BalanceTransaction {
    const created = secondsOf(this.options);
    const kept = this.settlement();
    const converts = !type.startsWith('payout') && currency !== kept.currency;
    const amount = converts ? Math.round(moved * kept.rate) : moved;
    const fee = type === 'charge' ? Math.round(amount * CHARGE_FEE.rate) + CHARGE_FEE.fixed : category === 'dispute' ? DISPUTE_FEE : 0;
    const transaction: BalanceTransaction = {
      id: newId('txn_1'),
      object: 'balance_transaction',
      amount,
      available_on: created + (type === 'charge' ? SETTLES_DAYS * DAY_S : 0),
      created,
      currency: converts ? kept.currency : currency,
      fee,
      net: amount - fee,
      reporting_category: category,
      source,
      status: 'pending',
      type,
    };
    this.options.store.put('transactions', transaction);
    return transaction;
  }

  charged({ id, amount, currency }: Charge): void {
    this.move({ type: 'charge', category: 'charge', source: id, amount, currency });
  }

  /** Every movement as it stands now, newest first. */
  transactions(): BalanceTransaction[] {
    const now = secondsOf(this.options);
    return this.options.store
      .list('transactions')
      .map((row): BalanceTransaction => ({ ...row, status: row.available_on <= now ? 'available' : 'pending' }));
  }

  /** As `GET /v1/balance` answers it. */
  read() {
    const sums = { available: new Map<string, number>(), pending: new Map<string, number>() };
    for (const currency of [this.settlement().currency, ...this.transactions().map((row) => row.currency)])
      for (const sum of Object.values(sums)) sum.set(currency, 0);
    for (const { status, currency, net } of this.transactions()) sums[status].set(currency, sums[status].get(currency)! + net);
    const shown = (sum: Map<string, number>) =>
      [...sum].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
    return { object: 'balance', available: shown(sums.available), livemode: false, pending: shown(sums.pending) };
  }

  /** The account is kept in this currency from now on. */
  settleIn(settlement: Omit<Settlement, 'id'>): Settlement {
    this.options.store.put('settlement', { id: 'settlement', ...settlement });
    return this.settlement();
  }

  /** Sends money to the bank: all that is available, where no amount is said. @throws StripeFault when there is less */
  payOut({ currency = this.settlement().currency, amount: asked }: z.output<typeof payoutBody>): Payout {
    const there = this.read().available.find((row) => row.currency === currency)?.amount ?? 0;
    const amount = asked ?? there;
    if (amount < 1 || amount > there)
      throw invalid('You have insufficient funds in your Stripe account.', 'amount', 'balance_insufficient');
    const id = newId('po_1');
    const created = secondsOf(this.options);
    const payout: Payout = {
      id,
      object: 'payout',
      amount,
      arrival_date: created + SETTLES_DAYS * DAY_S,
      created,
      currency,
      failure_code: null,
      livemode: false,
      metadata: {},
      status: 'pending',
    };
    this.move({ type: 'payout', category: 'payout', source: id, amount: -amount, currency });
    this.options.store.put('payouts', payout);
    this.options.emit('payout.created', payout);
    return payout;
  }

  /** A payout goes on, arrives, or comes back: a bank may send it back after it arrived. */
  endPayout(id: string, status: Payout['status']): Payout {
    const { store, emit } = this.options;
    const before = store.get('payouts', id);
    if (!before) throw noSuch('payout', id);
    if (before.status === 'failed' || before.status === 'canceled' || before.status === status) return before;
    const type = status === 'failed' ? 'payout_failure' : status === 'canceled' ? 'payout_cancel' : undefined;
    if (type) this.move({ type, category: 'payout_reversal', source: id, amount: before.amount, currency: before.currency });
    const after: Payout = { ...before, status, failure_code: status === 'failed' ? 'account_closed' : null };
    store.put('payouts', after);
    emit('payout.updated', after, { status: before.status });
    if (status !== 'pending' && status !== 'in_transit') emit(`payout.${status}`, after);
    return after;
  }

  /** The bank of a card reports that a payment is probably a fraud. */
  warn(chargeId: string): EarlyFraudWarning {
    const charge = this.options.store.get('charges', chargeId);
    if (charge?.status !== 'succeeded') throw noSuch('charge', chargeId);
    const warning: EarlyFraudWarning = {
      id: newId('issfr_1'),
      object: 'radar.early_fraud_warning',
      actionable: !charge.refunded,
      charge: charge.id,
      created: secondsOf(this.options),
      payment_intent: charge.payment_intent,
    };
    this.options.store.put('warnings', warning);
    this.options.emit('radar.early_fraud_warning.created', warning);
    return warning;
  }

  private settlement(): Settlement {
    return this.options.store.get('settlement', 'settlement') ?? { id: 'settlement', currency: 'usd', rate: 1 };
  }
}
