import type { AccountOptions } from './account-options.ts';
import { Disputes, type DisputeOptions } from './disputes.ts';
import { noSuch } from './errors.ts';
import type { FormFields } from './form-fields.ts';
import type { CheckoutSession, Dispute, DisputeStatus, Refund } from './objects.ts';
import { Payments, type CardEntry, type PaymentOutcome } from './payments.ts';
import { Refunds } from './refunds.ts';
import { Sessions } from './sessions.ts';
import type { DueWork } from './store.ts';

/** The account's money and its rules. Every method runs to its end without waiting, so two calls never interleave. */
export class Account {
  private readonly options: AccountOptions;
  private readonly sessions: Sessions;
  private readonly refunds: Refunds;
  private readonly disputes: Disputes;
  private readonly payments: Payments;

  constructor(options: AccountOptions) {
    this.options = options;
    this.sessions = new Sessions(options);
    this.refunds = new Refunds(options);
    this.disputes = new Disputes(options, this.refunds);
    this.payments = new Payments(options, this.disputes);
  }

  createSession(fields: FormFields): CheckoutSession {
    return this.sessions.create(fields);
  }

  /** The session as it is at this moment: one whose time is over is expired even when nothing has marked it yet. */
  session(id: string): CheckoutSession | undefined {
    return this.sessions.find(id);
  }

  expireSession(id: string): CheckoutSession {
    return this.sessions.expire(id);
  }

  /** The buyer presses Pay on the hosted page. */
  pay(sessionId: string, entry: CardEntry): PaymentOutcome {
    const session = this.sessions.find(sessionId);
    if (!session) throw noSuch('checkout.session', sessionId);
    return this.payments.pay(session, entry);
  }

  createRefund(fields: FormFields): Refund {
    const refund = this.refunds.create(fields);
    if (refund.status !== 'failed') this.disputes.endInquiry(refund.charge);
    return refund;
  }

  /** A refund that had been pending or paid out ends otherwise than it began. */
  endRefund(id: string, status: 'succeeded' | 'failed'): Refund {
    return this.refunds.end(id, status);
  }

  /**
   * The card's owner claims the money back at the bank, or inquires first.
   * @param amount in cents; all that is left where none is given
   */
  openDispute(chargeId: string, how: DisputeOptions = {}): Dispute {
    return this.disputes.open(chargeId, how);
  }

  disputeBecomes(chargeId: string, status: DisputeStatus): Dispute {
    return this.disputes.become(chargeId, status);
  }

  closeDispute(chargeId: string, status: 'won' | 'lost'): Dispute {
    return this.disputes.close(chargeId, status);
  }

  /** Does what has become due on the stand-in's clock. */
  runDue(): void {
    const { store } = this.options;
    for (const work of store.list('due').reverse()) {
      if (work.dueAt > this.options.now()) continue;
      store.remove('due', work.id);
      this.carryOut(work);
    }
  }

  private carryOut(work: DueWork): void {
    switch (work.kind) {
      case 'expire_session':
        this.sessions.find(work.ref);
        return;
      case 'settle_payment':
        this.payments.settleLatePayment(work.ref, true);
        return;
      case 'fail_payment':
        this.payments.settleLatePayment(work.ref, false);
        return;
      case 'fail_refund':
        this.refunds.end(work.ref, 'failed');
        return;
      case 'succeed_refund':
        this.refunds.end(work.ref, 'succeeded');
    }
  }
}
