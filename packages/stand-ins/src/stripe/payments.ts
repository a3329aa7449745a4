import { schedule, secondsOf, type AccountOptions } from './account-options.ts';
import type { Balance } from './balance.ts';
import type { TestCard } from './cards.ts';
import type { Disputes } from './disputes.ts';
import { newId, type Charge, type CheckoutSession, type PaymentIntent } from './objects.ts';

/** What the person at the hosted page typed. */
export interface CardEntry {
  card: TestCard;
  email: string | null;
}

export type PaymentOutcome =
  | { kind: 'completed'; completedEventId: string; session: CheckoutSession }
  | { kind: 'declined'; message: string }
  | { kind: 'closed'; session: CheckoutSession };

/** What buyers pay on hosted pages, at once or days later. */
export class Payments {
  private readonly options: AccountOptions;
  private readonly disputes: Disputes;
  private readonly balance: Balance;

  constructor(options: AccountOptions, disputes: Disputes, balance: Balance) {
    this.options = options;
    this.disputes = disputes;
    this.balance = balance;
  }

  /** The buyer presses Pay on the hosted page. */
  pay(open: CheckoutSession, entry: CardEntry): PaymentOutcome {
    const { store, emit } = this.options;
    if (open.status !== 'open') return { kind: 'closed', session: open };
    const intent = this.intentOf(open);
    const charge = this.charge(intent, entry);
    const session = { ...open, payment_intent: intent.id };
    if (entry.card.declined !== undefined) {
      const declined: PaymentIntent = { ...intent, latest_charge: charge.id };
      store.put('charges', charge);
      store.put('intents', declined);
      store.put('sessions', session);
      emit('payment_intent.payment_failed', declined);
      emit('charge.failed', charge);
      return { kind: 'declined', message: entry.card.declined };
    }
    const late = entry.card.settles;
    const paidIntent: PaymentIntent = {
      ...intent,
      status: late ? 'processing' : 'succeeded',
      amount_received: late ? 0 : intent.amount,
      latest_charge: charge.id,
    };
    const completed: CheckoutSession = {
      ...session,
      status: 'complete',
      payment_status: late ? 'unpaid' : 'paid',
      customer_details: { email: entry.email },
      url: null,
    };
    store.put('charges', charge);
    store.put('intents', paidIntent);
    store.put('sessions', completed);
    store.remove('due', `expire_${open.id}`);
    const completedEventId = emit('checkout.session.completed', completed);
    if (late) {
      schedule(this.options, late === 'late' ? 'settle_payment' : 'fail_payment', open.id);
      emit('payment_intent.processing', paidIntent);
    } else {
      this.balance.charged(charge);
      emit('payment_intent.succeeded', paidIntent);
      emit('charge.succeeded', charge);
      if (entry.card.disputed) this.disputes.open(charge.id);
    }
    return { kind: 'completed', completedEventId, session: completed };
  }

  /** A payment that took days ends. */
  settleLatePayment(sessionId: string, paid: boolean): void {
    const { store, emit } = this.options;
    const session = store.get('sessions', sessionId);
    const intent = session?.payment_intent ? store.get('intents', session.payment_intent) : undefined;
    const charge = intent?.latest_charge ? store.get('charges', intent.latest_charge) : undefined;
    if (!session || !intent || !charge || intent.status !== 'processing') return;
    const endedSession: CheckoutSession = { ...session, payment_status: paid ? 'paid' : 'unpaid' };
    const endedIntent: PaymentIntent = paid
      ? { ...intent, status: 'succeeded', amount_received: intent.amount }
      : { ...intent, status: 'requires_payment_method' };
    const endedCharge: Charge = paid
      ? { ...charge, status: 'succeeded', captured: true, amount_captured: charge.amount }
      : { ...charge, status: 'failed' };
    store.put('sessions', endedSession);
    store.put('intents', endedIntent);
    store.put('charges', endedCharge);
    if (paid) this.balance.charged(endedCharge);
    emit(paid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', endedSession);
    emit(paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', endedIntent);
    emit(paid ? 'charge.succeeded' : 'charge.failed', endedCharge);
  }

  private intentOf(session: CheckoutSession): PaymentIntent {
    const known = session.payment_intent ? this.options.store.get('intents', session.payment_intent) : undefined;
    if (known) return known;
    const intent: PaymentIntent = {
      id: newId('pi_3'),
      object: 'payment_intent',
      amount: session.amount_total,
      amount_received: 0,
      created: secondsOf(this.options),
      currency: session.currency,
      latest_charge: null,
      livemode: false,
      metadata: this.options.store.get('items', session.id)?.intentMetadata ?? {},
      status: 'requires_payment_method',
    };
    this.options.emit('payment_intent.created', intent);
    return intent;
  }

  private charge(intent: PaymentIntent, { card: { declined, number, settles } }: CardEntry): Charge {
    const succeeded = declined === undefined && !settles;
    return {
      id: newId('ch_3'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: succeeded ? intent.amount : 0,
      amount_refunded: 0,
      captured: succeeded,
      created: secondsOf(this.options),
      currency: intent.currency,
      livemode: false,
      metadata: intent.metadata,
      payment_intent: intent.id,
      payment_method_details: { type: 'card', card: { last4: number.slice(-4) } },
      refunded: false,
      status: declined !== undefined ? 'failed' : settles ? 'pending' : 'succeeded',
    };
  }
}
