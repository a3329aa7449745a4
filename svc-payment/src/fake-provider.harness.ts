import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { PaymentProvider, ProviderDispute, ProviderNotice, ProviderRefund, ProviderSession } from './provider/payment-provider.ts';
import { partialFake } from './in-memory.harness.ts';

const CURRENCY = 'USD';

interface Page {
  readonly id: string;
  readonly bookingId: BookingId;
  readonly userId: UserId;
  readonly attempt: number;
  readonly price: number;
  state: ProviderSession['state'];
}

/** A message of the provider, with the object as it was when the message was sent. */
export interface Message extends ProviderNotice {
  readonly at: Date;
  readonly then: ProviderSession | ProviderRefund | ProviderDispute | undefined;
}

/** The payment provider in memory: its objects, and its messages about them in order. */
export class FakeProvider {
  readonly pages = new Map<string, Page>();
  readonly refunds = new Map<string, ProviderRefund>();
  readonly disputes = new Map<string, ProviderDispute>();
  readonly messages: Message[] = [];
  /** Answers reads with the content of the latest message received, as if nobody read the provider: switches that protection off. */
  believing = false;
  private readonly delivered = new Set<string>();
  private readonly received = new Map<string, Message['then']>();
  private count = 0;

  constructor(private readonly now: () => Date) {}

  /** The provider as the rest of the service sees it. */
  readonly port = partialFake<PaymentProvider>({
    readSession: (id) => Promise.resolve(this.seen(id)),
    readSessions: (wanted) =>
      Promise.resolve(
        new Map(
          wanted.flatMap(({ checkoutSessionId }) => {
            const seen = this.seen(checkoutSessionId);
            return seen ? [[checkoutSessionId, seen] as const] : [];
          }),
        ),
      ),
    sessionOfPayment: (id) => Promise.resolve(this.seen(id.replace('pi_', 'cs_'))),
    sessionsSince: () => listed([...this.pages.keys()].map((id) => this.session(id)!)),
    noticesSince: (since, { until, undeliveredOnly } = {}) => {
      const newestFirst = this.messages
        .filter(({ at, id }) => at >= since && !(until && at > until) && !(undeliveredOnly && this.delivered.has(id)))
        .toReversed();
      for (const message of newestFirst) this.remember(message);
      return listed(newestFirst);
    },
    readRefund: (id) => Promise.resolve(this.believing ? (this.received.get(id) as ProviderRefund | undefined) : this.refunds.get(id)),
    refundsOf: (id) => Promise.resolve([...this.refunds.values()].filter(({ paymentIntentId }) => paymentIntentId === id)),
    readDispute: (id) => Promise.resolve(this.believing ? (this.received.get(id) as ProviderDispute | undefined) : this.disputes.get(id)),
  });

  open(bookingId: BookingId, userId: UserId, attempt: number, price: number): ProviderSession {
    const id = `cs_${++this.count}`;
    this.pages.set(id, { id, bookingId, userId, attempt, price, state: 'open' });
    return this.session(id)!;
  }

  /** Notes that the webhook of a message was received. */
  receive(message: Message): void {
    this.delivered.add(message.id);
    this.remember(message);
  }

  /** Changes a page's final state, and sends messages about it. */
  become(id: string, state: ProviderSession['state'], ...types: readonly string[]): void {
    this.pages.get(id)!.state = state;
    for (const type of types) this.say(type, type.startsWith('checkout.session.') ? 'session' : 'other', id, this.session(id));
  }

  refund(paymentIntentId: string, amountMinor: number, state: ProviderRefund['state'], refundId?: string): ProviderRefund {
    const id = `re_${++this.count}`;
    const refund: ProviderRefund = {
      providerRefundId: id,
      refundId,
      paymentIntentId,
      state,
      reason: undefined,
      amount: { amountMinor, currency: CURRENCY },
      cardEnding: '4242',
    };
    this.refunds.set(id, refund);
    this.say('refund.created', 'refund', id, refund);
    this.say('charge.refunded', 'payment', paymentIntentId, undefined);
    return refund;
  }

  endRefund(id: string, state: ProviderRefund['state']): void {
    const after = { ...this.refunds.get(id)!, state };
    this.refunds.set(id, after);
    this.say('refund.updated', 'refund', id, after);
    if (state === 'failed') this.say('refund.failed', 'refund', id, after);
  }

  dispute(paymentIntentId: string, amountMinor: number): string {
    const id = `du_${++this.count}`;
    const dispute: ProviderDispute = {
      disputeId: id,
      paymentIntentId,
      state: 'open',
      takenMinor: amountMinor,
      movements: [{ id: `txn_${++this.count}`, takenMinor: amountMinor }],
      amount: { amountMinor, currency: CURRENCY },
      openedAt: this.now(),
      reason: 'fraudulent',
      answerBy: null,
    };
    this.disputes.set(id, dispute);
    this.say('charge.dispute.created', 'dispute', id, dispute);
    return id;
  }

  /** A dispute gets another state, whatever it had, and its money moves where that says so. */
  disputeBecomes(id: string, state: ProviderDispute['state']): void {
    const before = this.disputes.get(id)!;
    const takenMinor = state === 'won' ? 0 : before.amount.amountMinor;
    const moved = takenMinor - before.takenMinor;
    const movements = [...before.movements, ...(moved === 0 ? [] : [{ id: `txn_${++this.count}`, takenMinor: moved }])];
    const after = { ...before, state, takenMinor, movements };
    this.disputes.set(id, after);
    this.say(state === 'open' ? 'charge.dispute.updated' : 'charge.dispute.closed', 'dispute', id, after);
  }

  /** Money the provider holds for a payment. */
  held(paymentIntentId: string): number {
    return this.leftOf(paymentIntentId, ({ state }) => state === 'succeeded');
  }

  /** What it holds of all payments. */
  heldInAll(): number {
    return [...this.pages.keys()].reduce((sum, id) => sum + this.held(id.replace('cs_', 'pi_')), 0);
  }

  /** What can still be refunded of a payment: nothing that is on its way back already. */
  refundable(paymentIntentId: string): number {
    return this.leftOf(paymentIntentId, ({ state }) => state !== 'failed');
  }

  private leftOf(paymentIntentId: string, isGone: (refund: ProviderRefund) => boolean): number {
    const page = this.pages.get(paymentIntentId.replace('pi_', 'cs_'));
    const mine = <T extends { paymentIntentId: string }>(rows: Iterable<T>) =>
      [...rows].filter((row) => row.paymentIntentId === paymentIntentId);
    const refunded = mine(this.refunds.values()).filter(isGone);
    const taken = mine(this.disputes.values()).reduce((sum, { takenMinor }) => sum + takenMinor, 0);
    return (page?.state === 'paid' ? page.price : 0) - refunded.reduce((sum, { amount }) => sum + amount.amountMinor, 0) - taken;
  }

  session(id: string): ProviderSession | undefined {
    const page = this.pages.get(id);
    if (!page) return undefined;
    const { bookingId, userId, attempt, price, state } = page;
    return {
      checkoutSessionId: id,
      reference: { bookingId, userId, attempt },
      email: 'buyer@example.org',
      href: '',
      createdAt: this.now(),
      expiresAt: new Date(this.now().getTime() + 1_800_000),
      state,
      amount: { amountMinor: price, currency: CURRENCY },
      paymentIntentId: state === 'paid' || state === 'processing' ? id.replace('cs_', 'pi_') : undefined,
    };
  }

  private seen(id: string): ProviderSession | undefined {
    return this.believing && this.received.has(id) ? (this.received.get(id) as ProviderSession) : this.session(id);
  }

  private remember(message: Message): void {
    if (message.then) this.received.set(message.objectId, message.then);
  }

  private say(type: string, about: ProviderNotice['about'], objectId: string, then: Message['then']): void {
    this.messages.push({ id: `evt_${++this.count}`, type, about, objectId, objectMadeAt: undefined, live: false, at: this.now(), then });
  }
}

async function* listed<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}
