import { FakeProvider } from './fake-provider.harness.ts';
import { partialFake } from './in-memory.harness.ts';
import {
  ProviderRefusedError,
  ProviderUnavailableError,
  type PaymentProvider,
  type ProviderRefund,
  type RefundOrder,
} from './provider/payment-provider.ts';

/** How often each thing happened: a life without trouble proves nothing. */
export type Met = Map<string, number>;

/** Whether things go wrong now, by draws of one seed. */
export class Trouble {
  isOn = false;

  constructor(
    readonly roll: () => number,
    private readonly met: Met,
  ) {}

  /** A draw while things go wrong; else the one by which nothing does. */
  draw(): number {
    return this.isOn ? this.roll() : 1;
  }

  count(what: string): string {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
    return what;
  }

  /** Ends a process at this point. */
  kill(place: string): Error {
    return new Error(this.count(`killed ${place}`));
  }
}

/** A provider that keeps its promise about keys, and otherwise fails in every possible way. */
export class FailingProvider extends FakeProvider {
  /** Refunds whose state changes later, with that state. */
  readonly later = new Map<string, ProviderRefund['state']>();

  constructor(
    now: () => Date,
    private readonly trouble: Trouble,
    private readonly keepsKeys: boolean,
  ) {
    super(now);
  }

  /** The provider as the rest of the service meets it. */
  readonly failingPort = partialFake<PaymentProvider>({
    ...this.port,
    refund: async (order: RefundOrder) => {
      const { trouble } = this;
      await Promise.resolve();
      const fate = trouble.draw();
      if (fate < 0.08) throw trouble.kill('before the request left');
      if (fate < 0.18) throw new ProviderUnavailableError(trouble.count('500'));
      if (fate < 0.26) throw new ProviderUnavailableError(trouble.count('429'));
      const made = this.refundOnce(order);
      await Promise.resolve();
      if (fate < 0.36) throw new ProviderUnavailableError(trouble.count('no answer in time'));
      if (fate < 0.46) throw trouble.kill('before the answer was stored');
      return made;
    },
    refundsOf: async (id) => (this.keepsKeys ? this.port.refundsOf(id) : []),
  });

  private refundOnce({ refundId, paymentIntentId, amount }: RefundOrder): ProviderRefund {
    const known = this.keepsKeys ? [...this.refunds.values()].find((refund) => refund.refundId === refundId) : undefined;
    if (known) return known;
    if (amount.amountMinor > this.refundable(paymentIntentId)) throw new ProviderRefusedError('charge_already_refunded');
    return this.refundInTime(paymentIntentId, amount.amountMinor, true, refundId);
  }

  /** A refund that succeeds or fails, at once or later. */
  private refundInTime(paymentIntentId: string, amountMinor: number, mayFail: boolean, refundId?: string): ProviderRefund {
    const fate = this.trouble.isOn ? this.trouble.roll() : 0;
    const pending = fate >= 0.7 && fate < 0.9;
    const made = this.refund(paymentIntentId, amountMinor, pending ? 'pending' : 'succeeded', refundId);
    if (fate >= 0.7) this.later.set(made.providerRefundId, fate >= 0.8 && mayFail ? 'failed' : 'succeeded');
    return made;
  }

  /** The later states are reached. */
  passTime(): void {
    for (const [id, state] of this.later) this.endRefund(id, state);
    this.later.clear();
  }

  /** Somebody gives a share of what is left of a payment back on the provider's own pages. */
  refundByHand(paymentIntentId: string, mayFail: boolean): void {
    const left = this.refundable(paymentIntentId);
    if (left <= 0) return;
    this.trouble.count('refunded at the provider');
    this.refundInTime(paymentIntentId, Math.ceil(left * this.trouble.roll()), mayFail);
  }

  /** A bank takes what is left of a payment, decides, and thinks again, as often as it likes. */
  moveDispute(paymentIntentId: string): void {
    const [dispute] = this.disputes.values();
    const left = this.refundable(paymentIntentId);
    if (dispute?.state === 'open') this.disputeBecomes(dispute.disputeId, this.trouble.roll() < 0.5 ? 'won' : 'lost');
    else if (dispute?.state === 'lost') this.disputeBecomes(dispute.disputeId, 'won');
    else if (dispute && left >= dispute.amount.amountMinor) this.disputeBecomes(dispute.disputeId, 'open');
    else if (!dispute && left > 0) this.dispute(paymentIntentId, left);
  }
}
