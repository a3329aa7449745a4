import { randomBytes, randomUUID } from 'node:crypto';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import type { Envelope, FactData, FactKind } from '@concert/contracts/core/envelope';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { paymentRoutes } from '@concert/contracts/payment/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { mailAcceptedV1 } from '@concert/contracts/notify/events';
import type { DryRun, RunView } from '@concert/contracts/payment/cancellation';
import { refundIssuedV1, refundMailRequestedV1, type RefundRow } from '@concert/contracts/payment/refunds';
import { randomIds } from '@concert/service-kit/process/clock';
import { Schedules } from '@concert/service-kit/store/schedules';
import { ServiceInTest } from '@concert/service-kit/service-in-test.harness';
import { readSettings } from '@concert/service-kit/process/settings';
import { numberedId } from '@concert/test-kit/numbered';
import { including, until, untilAnswered } from '@concert/test-kit/until';
import Stripe from 'stripe';
import { startStripeStandin, type StripeStandin } from '@concert/stand-ins/stripe/standin';
import { paymentService } from './app.module.ts';
import { paymentCollections, paymentIndexes } from './indexes.ts';
import { NeighboursOfPayment, type HeldBooking, priceOf } from './neighbours-of-payment.harness.ts';
import { paymentSettings } from './settings.ts';

export const ORIGIN = 'http://localhost:8080';
export const SECRETS = ['whsec_current_one', 'whsec_previous_one'] as const;

export interface OpenPage {
  readonly id: BookingId;
  readonly who: Identity;
  readonly checkoutSessionId: string;
}

export interface PaidPage extends OpenPage {
  readonly intent: string;
  readonly charge: string;
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T & Partial<Pick<ProblemDocument, 'code' | 'errors'>>;
}

/** svc-payment in this process, on real servers, with a payment provider and a neighbour that the test controls. */
export class RunningPayment extends ServiceInTest {
  readonly neighbours = new NeighboursOfPayment(() => this.now());
  readonly held = this.neighbours.held;
  aheadMs = 0;
  standin!: StripeStandin;
  stripe!: Stripe;
  /** What refund links are made with. */
  readonly refundLinkKey = randomBytes(32).toString('base64url');
  private count = 0;
  private told = 0;

  constructor() {
    super('svc-payment', paymentCollections);
  }

  now = (): number => Date.now() + this.aheadMs;

  async open(): Promise<void> {
    await this.openServers(paymentIndexes);
    this.standin = await startStripeStandin({
      now: this.now,
      retryDelaysMs: [50, 50, 200],
      redirectWaitMs: 5_000,
      lateMs: 60_000,
    });
    this.stripe = new Stripe('sk_test_room', { host: this.standin.host, port: this.standin.port, protocol: 'http', telemetry: false });
    await this.neighbours.open();
    await this.start();
  }

  /** Settings for a process of svc-payment. */
  settings(over: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      ...this.settingsOfAll(),
      REFUND_LINK_KEYS: this.refundLinkKey,
      STRIPE_SECRET_KEY: 'sk_test_room',
      STRIPE_WEBHOOK_SECRETS: SECRETS.join(','),
      STRIPE_API_URL: this.standin.url,
      BOOKING_URL: this.neighbours.url,
      AUTH_URL: this.neighbours.url,
      ...over,
    };
  }

  /** @param beats whether schedules run by themselves; most tests run them step by step */
  async start(beats = false): Promise<void> {
    const settings = readSettings(paymentSettings, this.settings());
    this.service = await this.startProcess(paymentService(settings), { now: () => new Date(this.now()) });
    if (!beats) await this.service.app.get(Schedules).stop();
    this.standin.setWebhook(`${this.service.url}/api/stripe-webhook`, SECRETS[0]);
  }

  async close(): Promise<void> {
    await this.service?.stop();
    await this.standin?.close();
    this.neighbours.close();
    await this.closeServers();
  }

  /** A pending booking that the neighbour knows, without a payment page. */
  booked(over: Partial<HeldBooking> = {}): { id: BookingId; who: Identity } {
    const id = numberedId('booking', (this.count += 1));
    const entry: HeldBooking = {
      who: this.person(),
      seating: 'General Seating',
      tickets: 2,
      status: 'pending',
      holdSeconds: 1_830,
      ...over,
    };
    this.held.set(id, entry);
    return { id, who: entry.who };
  }

  /** A pending booking with its payment page. */
  async page(over: Partial<HeldBooking> = {}): Promise<OpenPage> {
    const booking = this.booked(over);
    const { status, body } = await untilAnswered(() => this.create(booking.id));
    if (status !== 200) throw new Error(`a page was answered ${status}: ${body.code}`);
    return { ...booking, checkoutSessionId: body.checkoutSessionId };
  }

  /**
   * @param over other fields of the request body than the booking's own
   * @param key idempotency key, for a request that is sent more than once
   */
  create(
    id: BookingId,
    { over, who: other, key }: { over?: object; who?: Identity; key?: string } = {},
  ): Promise<Answer<AnswerOf<typeof paymentRoutes.createPayment>>> {
    const { who, seating, tickets, unitMinor = SEATING_RULES[seating].priceMinor } = this.held.get(id)!;
    const body = {
      firstname: who.name,
      lastname: '',
      email: who.email,
      phoneno: '(555) 123-4567',
      seating,
      amount: unitMinor,
      currency: 'USD',
      notickets: tickets,
      userbookingid: id,
      successfulUrl: `${ORIGIN}/payment-successful`,
      cancelUrl: `${ORIGIN}/payment-cancelled`,
      failureUrl: `${ORIGIN}/payment-failed`,
      ...over,
    };
    return this.call('POST', '/api/create-payment', { body, who: other ?? who, ...(key ? { headers: { 'idempotency-key': key } } : {}) });
  }

  async call<T>(
    method: string,
    path: string,
    { body, who, headers }: { body?: unknown; who?: Identity; headers?: Record<string, string> } = {},
  ): Promise<Answer<T>> {
    const answer = await this.send(method, path, { who, headers, ...(typeof body === 'string' ? { raw: body } : { body }) });
    return { status: answer.status, body: answer.body as Answer<T>['body'] };
  }

  /** Pays on the hosted page, and waits until the notices about it are followed. */
  async pay(page: OpenPage, card?: string): Promise<void> {
    await this.press(page, card);
    await this.followed();
  }

  /** Pays on the hosted page. */
  press({ checkoutSessionId }: Pick<OpenPage, 'checkoutSessionId'>, card = '4242424242424242'): Promise<Response> {
    return fetch(`${this.standin.url}/c/pay/${checkoutSessionId}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ cardNumber: card, cardExpiry: '12 / 40', cardCvc: '123' }),
    });
  }

  /** Makes a page for a booking at the provider, past this service. */
  async foreignPage(
    { id, who }: Pick<OpenPage, 'id' | 'who'>,
    attempt: number,
    price: { unit_amount?: number; currency?: string } = {},
    over: Stripe.Checkout.SessionCreateParams = {},
  ): Promise<OpenPage> {
    const unit = { currency: 'usd', unit_amount: 5_000, product_data: { name: 'x' }, ...price };
    const made = await this.stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: `${ORIGIN}/payment-successful`,
      client_reference_id: id,
      customer_email: who.email,
      line_items: [{ quantity: 1, price_data: unit }],
      metadata: { bookingId: id, userId: who.userId, attempt: String(attempt) },
      ...over,
    });
    return { id, who, checkoutSessionId: made.id };
  }

  /** A page that was paid and whose seats are sold. */
  async paid(over: Partial<HeldBooking> = {}): Promise<PaidPage> {
    const page = await this.page(over);
    await this.pay(page);
    this.held.get(page.id)!.status = 'paid';
    const intent = (await this.stripe.checkout.sessions.retrieve(page.checkoutSessionId)).payment_intent as string;
    return { ...page, intent, charge: (await this.stripe.paymentIntents.retrieve(intent)).latest_charge as string };
  }

  /** A page that was paid, and whose seats svc-booking said it sold. */
  async sold(over: Partial<HeldBooking> = {}): Promise<PaidPage> {
    const page = await this.paid(over);
    await this.tellSold(page.id);
    await this.untilStanding(page.id, 'booked');
    return page;
  }

  /** Tells that svc-booking sold the seats of a booking. */
  tellSold(bookingId: BookingId): Promise<void> {
    return this.publish(bookingPaidV1, { ...this.bookingData(bookingId), paidAt: new Date().toISOString() });
  }

  /** What facts of svc-booking say about a booking. */
  bookingData(bookingId: BookingId) {
    const held = this.held.get(bookingId)!;
    const { who, seating, tickets } = held;
    const amount = { amountMinor: priceOf(held), currency: 'USD' as const };
    return { bookingId, userId: who.userId, seating, tickets, amount };
  }

  /** Comes back from the hosted page, as the pages for that do. @param who somebody who is signed in */
  returned(
    { id, who: { email }, checkoutSessionId }: OpenPage,
    action: string,
    over: Readonly<Record<string, unknown>> = {},
    who?: Identity,
  ): Promise<Answer<{ outcome: string }>> {
    const body = { email, reference: id, reference2: checkoutSessionId, ticketid: id, action, ...over };
    return this.call('POST', '/api/process-details', { body, ...(who ? { who } : {}) });
  }

  /** Presses the refund button. @param key tells a repeat from another press */
  refund(id: string, who: Identity, key?: string): Promise<Answer<AnswerOf<typeof paymentRoutes.triggerRefund>>> {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    return this.call('POST', '/api/trigger-refund', { body: { id, email: who.email }, who, headers });
  }

  /** The row of a booking in the list of what can be refunded. */
  async refundRow(id: string, who: Identity): Promise<RefundRow | undefined> {
    const { body } = await this.call<{ details: RefundRow[] }>('POST', '/api/send-refund-link', { body: { email: who.email }, who });
    return body.details.find(({ fkey }) => fkey === id);
  }

  /** What a run over all payments would send back. */
  async dryRun(who: Identity): Promise<DryRun> {
    return (await this.call<DryRun>('POST', '/api/cancellation/dry-run', { who })).body;
  }

  /** Starts a run that sends back what a dry run counted. */
  startRun({ confirmation }: Pick<DryRun, 'confirmation'>, who: Identity, explanation?: string): Promise<Answer<RunView>> {
    const body = { confirmation, ...(explanation === undefined ? {} : { explanation }) };
    return this.call('POST', '/api/cancellation/runs', { body, who });
  }

  /** Notes that the concert is cancelled. */
  async cancelConcert(): Promise<void> {
    const checkpoints = this.rows<{ _id: string; at: Date }>('checkpoints');
    await checkpoints.updateOne({ _id: 'concert-cancelled' }, { $set: { at: new Date() } }, { upsert: true });
  }

  /** Notes that it is on again. */
  async reinstateConcert(): Promise<void> {
    await this.rows<{ _id: string }>('checkpoints').deleteOne({ _id: 'concert-cancelled' });
  }

  /** Tells that the mail about a booking's refund in a run was accepted, and waits until that is known of so many refunds. */
  async mailAccepted(subjectId: string, refunds: object, count = 1): Promise<void> {
    await this.publish(mailAcceptedV1, {
      mailId: randomIds.next('mail'),
      kind: 'cancellation',
      subjectId,
      acceptedAt: new Date().toISOString(),
    });
    const told = () => this.rows('refunds').countDocuments({ ...refunds, toldAt: { $type: 'date' } });
    await until('the email is known', told, count, { withinMs: 15_000 });
  }

  /** The pages of a booking at the provider. */
  async pagesOf(id: string): Promise<Stripe.Checkout.Session[]> {
    const { data } = await this.stripe.checkout.sessions.list({ limit: 100 });
    return data.filter(({ client_reference_id }) => client_reference_id === id);
  }

  /** The refunds of a payment at the provider: amount and state of each, oldest first. */
  async refundsAt(intent: string): Promise<[number, string | null][]> {
    const { data } = await this.stripe.refunds.list({ payment_intent: intent, limit: 100 });
    return data.reverse().map(({ amount, status }) => [amount, status]);
  }

  /** Waits until every stored notice is followed. */
  followed(): Promise<number> {
    return until(
      'no notice is owed',
      async () => {
        await this.run('follow-notices');
        const { webhooks } = (await (await fetch(`${this.standin.url}/_admin/state`)).json()) as { webhooks: { waiting: number } };
        return (await this.rows('provider-notices').countDocuments({ doneAt: null })) + webhooks.waiting;
      },
      0,
      { withinMs: 15_000 },
    );
  }

  /** What a person does in the provider's dashboard. */
  async dashboard(path: string, body: object): Promise<void> {
    const answer = await this.administer(path, body);
    if (!answer.ok) throw new Error(`the dashboard answered ${answer.status}`);
    await this.followed();
  }

  /** Sets what the provider does wrong. */
  faults(faults: object): Promise<Response> {
    return this.administer('faults', faults);
  }

  /** Sends the messages that the provider held back. */
  release(order: 'reversed' | 'as_made' = 'as_made'): Promise<Response> {
    return this.administer('webhooks/release', { order });
  }

  /** What svc-notify is answered when it asks for something. */
  async ask<T>(path: string): Promise<T> {
    return (await this.send('GET', path, { caller: this.signer('svc-notify') })).body as T;
  }

  rows<T extends object>(name: string) {
    return this.database.collection<T>(name);
  }

  async facts(bookingId: string): Promise<Envelope<Record<string, unknown>>[]> {
    const found = await this.rows<{ envelope: Envelope<Record<string, unknown>> }>('outbox')
      .find({ 'envelope.data.bookingId': bookingId })
      .sort({ _id: 1 })
      .toArray();
    return found.map(({ envelope }) => envelope);
  }

  /** Types of the facts told about a booking, without the requests for mails about refunds. */
  async factTypes(bookingId: string): Promise<string[]> {
    return (await this.facts(bookingId)).map(({ type }) => type).filter((type) => type !== refundMailRequestedV1.type);
  }

  /** Waits until a fact is told about a booking. @returns types of all that was told about it */
  untilTold(bookingId: string, { type }: FactKind): Promise<string[]> {
    return until(`${type} is told`, () => this.factTypes(bookingId), including(type), { withinMs: 15_000 });
  }

  /** Sends what is due until a refund of a booking is told. */
  untilSentBack(bookingId: string): Promise<string[]> {
    return until(
      'its refund is told',
      () => this.run('return-money').then(() => this.factTypes(bookingId)),
      including(refundIssuedV1.type),
      { withinMs: 15_000 },
    );
  }

  /** Waits until the money of a booking has a standing. */
  async untilStanding(bookingId: string, standing: string): Promise<void> {
    const count = () => this.rows('payment-sessions').countDocuments({ userbookingid: bookingId, standing });
    await until(`the money is ${standing}`, count, 1, { withinMs: 20_000 });
  }

  async ledger(bookingId: string): Promise<[string, number][]> {
    const found = await this.rows<{ kind: string; amountMinor: number }>('money-ledger').find({ bookingId }).sort({ at: 1 }).toArray();
    return found.map(({ kind, amountMinor }) => [kind, amountMinor]);
  }

  async metric(name: string): Promise<string[]> {
    const text = await (await fetch(this.service.metricsUrl!)).text();
    return text.split('\n').filter((line) => line.startsWith(name));
  }

  /** Publishes a fact as its owner would, each with a newer version than the one before. */
  async publish<K extends FactKind>(
    kind: K,
    data: FactData<K>,
    { id = randomUUID(), version = (this.told += 1) }: { id?: string; version?: number } = {},
  ): Promise<void> {
    await this.owners.tell(kind, data, { id, version });
  }

  /** Tells the provider's dashboard something, and does not wait for what follows. */
  administer(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${this.standin.url}/_admin/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }
}
