import type { AccountOptions } from './account-options.ts';
import { Balance } from './balance.ts';
import { Disputes } from './disputes.ts';
import type { FormFields } from './form-fields.ts';
import type { Refund } from './objects.ts';
import { Payments } from './payments.ts';
import { Refunds } from './refunds.ts';
import { Sessions } from './sessions.ts';
import type { DueWork } from './store.ts';

/** The account's money and its rules. Every method runs to its end without waiting, so two calls never interleave. */
export class Account {
  readonly sessions: Sessions;
  readonly balance: Balance;
  readonly refunds: Refunds;
  readonly disputes: Disputes;
  readonly payments: Payments;
  private readonly options: AccountOptions;

  constructor(options: AccountOptions) {
    this.options = options;
    this.sessions = new Sessions(options);
    this.balance = new Balance(options);
    this.refunds = new Refunds(options, this.balance);
    this.disputes = new Disputes(options, this.refunds, this.balance);
    this.payments = new Payments(options, this.disputes, this.balance);
  }

  /** Gives a payment back, which answers an inquiry about it. */
  refund(fields: FormFields): Refund {
    const refund = this.refunds.create(fields);
    if (refund.status !== 'failed') this.disputes.endInquiry(refund.charge);
    return refund;
  }

  /** Does what has become due on the stand-in's clock. */
  runDue(): void {
    const { store, now } = this.options;
    for (const { id, kind, ref, dueAt } of store.list('due').reverse()) {
      if (dueAt > now()) continue;
      store.remove('due', id);
      this.due[kind](ref);
    }
  }

  private readonly due: Readonly<Record<DueWork['kind'], (ref: string) => void>> = {
    expire_session: (id) => void this.sessions.find(id),
    settle_payment: (id) => this.payments.settleLatePayment(id, true),
    fail_payment: (id) => this.payments.settleLatePayment(id, false),
    fail_refund: (id) => void this.refunds.end(id, 'failed'),
    succeed_refund: (id) => void this.refunds.end(id, 'succeeded'),
  };
}
