import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { BigAction } from '@concert/contracts/auth/approvals';
import { SEATING_RULES, priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import { sourceOf, type Envelope, type FactData, type FactKind } from '@concert/contracts/core/envelope';
import { CALLER_HEADER, IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { idFromBytes, type BookingId } from '@concert/contracts/core/ids';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { demandDeclaredDocuments } from '@concert/service-kit/store/collection';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { kitCollections } from '@concert/service-kit/store/kit-collections';
import { migrate } from '@concert/service-kit/store/migrations';
import { Schedules } from '@concert/service-kit/process/schedules';
import { startService, type RunningService } from '@concert/service-kit/process/service';
import { readSettings } from '@concert/service-kit/process/settings';
import { HEADER_TYPE } from '@concert/service-kit/messages/topology';
import { Neighbours } from '@concert/test-kit/broker';
import { KeyRing } from '@concert/test-kit/keys';
import { demandNoScans, noteScans } from '@concert/test-kit/scans';
import { openTestRoom } from '@concert/test-kit/servers';
import { until, untilReady } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import Stripe from 'stripe';
import { FACTS } from '@concert/contracts/facts';
import { startStripeStandin, type StripeStandin } from '@concert/stand-ins/stripe/standin';
import { paymentService } from './app.module.ts';
import { paymentCollections, paymentIndexes } from './indexes.ts';
import { paymentSettings } from './settings.ts';

export const ORIGIN = 'http://localhost:8080';
export const SECRETS = ['whsec_current_one', 'whsec_previous_one'] as const;

/** What the neighbour, svc-booking, answers. */
export interface Held {
  who: Identity;
  seating: Seating;
  tickets: number;
  status: BookingStatus;
  /** Numbers of its tickets that were given back, and of those that somebody went in with. */
  returned?: readonly number[];
  inside?: readonly number[];
  /** How many tickets cost nothing. */
  freeTickets?: number;
  /** Numbers of companions' tickets, which end with ticket 1. */
  companions?: readonly number[];
  /** What it knows to have gone back in partial returns, in cents. */
  returnedMinor?: number;
  /** What it knows to have been given to the welfare work, in cents. */
  givenMinor?: number;
  /** How long its seats are kept after a page was requested. */
  holdSeconds: number;
  /** A refusal to answer instead, when a buyer asks to pay it. */
  refusal?: { readonly status: number; readonly code: string };
}

export interface OpenPage {
  readonly id: BookingId;
  readonly who: Identity;
  readonly checkoutSessionId: string;
}

/** The answer of the route that opens a page. */
interface CreatedPage {
  readonly href: string;
  readonly createdTime: number;
  readonly expirationTime: number;
  readonly checkoutSessionId: string;
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T & Partial<Pick<ProblemDocument, 'code' | 'errors'>>;
}

/** A big action as svc-auth is asked about it. */
interface AskedFor {
  readonly userId: string;
  readonly action: BigAction;
}

/** svc-payment in this process, on real servers, with a payment provider and a neighbour that the test controls. */
export class RunningPayment {
  readonly held = new Map<string, Held>();
  /** Big actions that were asked for. */
  readonly askedFor: AskedFor[] = [];
  /** What svc-auth refuses a big action with; by default none. */
  approvalRefusal: 'request.approval_needed' | 'request.approval_refused' | undefined;
  /** What happens while somebody is asked to approve. */
  whileAsked: () => Promise<unknown> = () => Promise.resolve();
  /** Bookings that the neighbour was asked to restore. */
  readonly restored: { bookingId: string; seating: Seating; tickets: number; email: string }[] = [];
  readonly lines: string[] = [];
  aheadMs = 0;
  standin!: StripeStandin;
  stripe!: Stripe;
  service!: RunningService;
  database!: Connection;
  private readonly room = openTestRoom();
  /** What refund links are made with. */
  readonly refundLinkKey = randomBytes(32).toString('base64url');
  private readonly keys = new KeyRing(['gateway', 'svc-booking', 'svc-payment', 'svc-notify']);
  private readonly gateway = new IdentitySigner('gateway', this.keys.settingsFor('gateway').IDENTITY_PRIVATE_KEY);
  private readonly owners = new Neighbours(this.room);
  private neighbour!: Server;
  private count = 0;
  private told = 0;

  now = (): number => Date.now() + this.aheadMs;

  async open(): Promise<void> {
    this.database = await mongoose.createConnection(this.room.mongoUrl).asPromise();
    await migrate(this.database, [], paymentIndexes, () => undefined);
    await noteScans(this.database, 'svc-payment');
    await this.room.openBroker(FACTS);
    this.standin = await startStripeStandin({
      now: this.now,
      retryDelaysMs: [50, 50, 200],
      redirectWaitMs: 5_000,
      lateMs: 60_000,
      requestsPerSecond: 100_000,
    });
    this.stripe = new Stripe('sk_test_room', { host: this.standin.host, port: this.standin.port, protocol: 'http', telemetry: false });
    this.neighbour = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { status, body } = this.answer(request.url ?? '', Buffer.concat(chunks).toString(), request.headers[CALLER_HEADER]);
        const asked = request.url === '/internal/approvals' ? this.whileAsked() : Promise.resolve();
        void asked.then(() => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)));
      });
    });
    await new Promise<void>((resolve) => this.neighbour.listen(0, '127.0.0.1', resolve));
    await this.start();
  }

  /** Settings for a process of svc-payment. */
  settings(over: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      ...this.room.settingsOf('svc-payment'),
      ...this.keys.settingsFor('svc-payment'),
      SERVICE_PORT: '0',
      PUBLIC_ORIGIN: ORIGIN,
      LOG_LEVEL: 'debug',
      REFUND_LINK_KEYS: this.refundLinkKey,
      STRIPE_SECRET_KEY: 'sk_test_room',
      STRIPE_WEBHOOK_SECRETS: SECRETS.join(','),
      STRIPE_API_URL: this.standin.url,
      BOOKING_URL: `http://127.0.0.1:${(this.neighbour.address() as { port: number }).port}`,
      AUTH_URL: `http://127.0.0.1:${(this.neighbour.address() as { port: number }).port}`,
      ...over,
    };
  }

  /** @param beats whether schedules run by themselves; most tests run them step by step */
  async start(beats = false): Promise<void> {
    const settings = readSettings(paymentSettings, this.settings());
    this.service = await startService({
      ...paymentService(settings),
      clock: { now: () => new Date(this.now()) },
      logLines: { write: (line) => void this.lines.push(line) },
    });
    await untilReady(this.service.url);
    if (!beats) await this.service.app.get(Schedules).stop();
    this.standin.setWebhook(`${this.service.url}/api/stripe-webhook`, [SECRETS[0]]);
  }

  async close(): Promise<void> {
    await this.service?.stop();
    await this.standin?.close();
    this.neighbour?.closeAllConnections();
    this.neighbour?.close();
    await this.owners.close();
    try {
      if (this.database) {
        await demandDeclaredDocuments(this.database, [...kitCollections, ...paymentCollections]);
        await demandNoScans(this.database, 'svc-payment');
      }
    } finally {
      await this.database?.close();
      await this.room.close();
    }
  }

  person(role: Identity['role'] = 'buyer'): Identity {
    const id = this.bytes();
    return {
      userId: idFromBytes('user', id),
      email: `person${this.count}@example.org`,
      name: `Person ${this.count}`,
      role,
      sessionId: idFromBytes('session', id),
      signedInAt: new Date().toISOString(),
    };
  }

  /** A pending booking that the neighbour knows, without a payment page. */
  booked(over: Partial<Held> = {}): { id: BookingId; who: Identity } {
    const id = idFromBytes('booking', this.bytes());
    const entry: Held = { who: this.person(), seating: 'General Seating', tickets: 2, status: 'pending', holdSeconds: 1_830, ...over };
    this.held.set(id, entry);
    return { id, who: entry.who };
  }

  /** A pending booking with its payment page. */
  async page(over: Partial<Held> = {}): Promise<OpenPage> {
    const booking = this.booked(over);
    const { status, body } = await this.create(booking.id);
    if (status !== 200) throw new Error(`a page was answered ${status}`);
    return { ...booking, checkoutSessionId: body.checkoutSessionId };
  }

  /**
   * @param over other fields of the request body than the booking's own
   * @param key idempotency key, for a request that is sent more than once
   */
  create(id: BookingId, { over, who: other, key }: { over?: object; who?: Identity; key?: string } = {}): Promise<Answer<CreatedPage>> {
    const { who, seating, tickets } = this.held.get(id)!;
    const body = {
      firstname: who.name,
      lastname: '',
      email: who.email,
      phoneno: '(555) 123-4567',
      seating,
      amount: SEATING_RULES[seating].priceMinor,
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
    const response = await fetch(`${this.service.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(who ? { [IDENTITY_HEADER]: await this.gateway.signIdentity(who, 'svc-payment') } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer<T>['body'] };
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

  /** A page that was paid and whose seats are sold. */
  async paid(over: Partial<Held> = {}): Promise<OpenPage & { intent: string; charge: string }> {
    const page = await this.page(over);
    await this.pay(page);
    this.held.get(page.id)!.status = 'paid';
    const intent = (await this.stripe.checkout.sessions.retrieve(page.checkoutSessionId)).payment_intent as string;
    return { ...page, intent, charge: (await this.stripe.paymentIntents.retrieve(intent)).latest_charge as string };
  }

  /** A page that was paid, and whose seats svc-booking said it sold. */
  async sold(over: Partial<Held> = {}): Promise<OpenPage & { intent: string; charge: string }> {
    const page = await this.paid(over);
    const { seating, tickets } = this.held.get(page.id)!;
    await this.publish(bookingPaidV1, {
      bookingId: page.id,
      userId: page.who.userId,
      seating,
      tickets,
      amount: { amountMinor: priceMinor(seating, tickets), currency: 'USD' },
      paidAt: new Date().toISOString(),
    });
    await until(
      'the seats are known to be sold',
      () => this.rows('payment-sessions').countDocuments({ userbookingid: page.id, standing: 'booked' }),
      (count) => count === 1,
      { withinMs: 15_000 },
    );
    return page;
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
      (owed) => owed === 0,
      { withinMs: 15_000 },
    );
  }

  /** What a person does in the provider's dashboard. */
  async dashboard(path: string, body: object): Promise<void> {
    const answer = await fetch(`${this.standin.url}/_admin/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the dashboard answered ${answer.status}`);
    await this.followed();
  }

  /** Sets what the provider does wrong. */
  async faults(faults: object): Promise<void> {
    await fetch(`${this.standin.url}/_admin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
  }

  /** What svc-notify is answered when it asks for something. */
  async ask<T>(path: string): Promise<T> {
    const signer = new IdentitySigner('svc-notify', this.keys.settingsFor('svc-notify').IDENTITY_PRIVATE_KEY);
    const response = await fetch(`${this.service.url}${path}`, { headers: { [CALLER_HEADER]: await signer.signCaller('svc-payment') } });
    return (await response.json()) as T;
  }

  run(task: string): Promise<void> {
    return this.service.app.get(Schedules).runNow(task);
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
    const envelope = {
      specversion: '1.0',
      id,
      source: sourceOf(kind.type),
      type: kind.type,
      subject: 'x',
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      aggregateversion: version,
      correlationid: id,
      data,
    };
    const headers = { [HEADER_TYPE]: kind.type };
    await this.owners.publish(kind.type, Buffer.from(JSON.stringify(envelope)), { messageId: id, headers });
  }

  private answer(url: string, text: string, caller: unknown): { status: number; body: unknown } {
    if (typeof caller !== 'string') return problem(401, 'request.session_required');
    if (url === '/internal/approvals') return this.approve(JSON.parse(text) as AskedFor);
    if (url.startsWith('/internal/booking-money')) {
      const items = [...this.held.entries()].filter(([, { status }]) => !['pending', 'failed', 'cancelled', 'expired'].includes(status));
      return {
        status: 200,
        body: {
          items: items.map(([bookingId, { status, seating, tickets, returnedMinor = 0, givenMinor = 0 }]) => ({
            bookingId,
            status,
            price: { amountMinor: priceMinor(seating, tickets), currency: 'USD' },
            returned: { amountMinor: returnedMinor, currency: 'USD' },
            given: { amountMinor: givenMinor, currency: 'USD' },
          })),
        },
      };
    }
    if (url === '/internal/bookings/restore') {
      const asked = JSON.parse(text) as (typeof this.restored)[number];
      const known = this.held.has(asked.bookingId);
      if (!known) this.restored.push(asked);
      return { status: 200, body: { known } };
    }
    if (url === '/internal/refund-bookings') {
      const { bookingIds } = JSON.parse(text) as { bookingIds: string[] };
      const bookings = bookingIds.flatMap((bookingId) => {
        const entry = this.held.get(bookingId);
        if (!entry) return [];
        const { who, seating, tickets, status, returned = [], inside = [], companions = [] } = entry;
        const numbers = Array.from({ length: tickets }, (_, index) => index + 1).filter((number) => !returned.includes(number));
        return [
          {
            bookingId,
            firstname: who.name,
            lastname: '',
            email: who.email,
            seating,
            tickets: numbers.length,
            ticketsLeft: numbers.map((number) => ({
              number,
              inside: inside.includes(number),
              ...(companions.includes(number) ? { endsWith: 1 } : {}),
            })),
            amount: { amountMinor: priceMinor(seating, tickets), currency: 'USD' },
            status,
            linkGeneration: 0,
          },
        ];
      });
      const concert = {
        title: 'Music for Meditation',
        startsAt: new Date(this.now()).toISOString(),
        timeZone: 'UTC',
        supportEmail: 'support@example.org',
        supportPhone: '555',
      };
      return { status: 200, body: { concert, bookings } };
    }
    if (url !== '/internal/begin-payment') return problem(404, 'booking.not_found');
    const { bookingId, userId } = JSON.parse(text) as { bookingId: string; userId: string };
    return this.begun(bookingId, userId);
  }

  private approve(asked: AskedFor): { status: number; body: unknown } {
    this.askedFor.push(asked);
    return this.approvalRefusal ? problem(409, this.approvalRefusal) : { status: 200, body: { granted: true } };
  }

  private begun(id: string, userId: string): { status: number; body: unknown } {
    const entry = this.held.get(id);
    if (entry?.refusal) return problem(entry.refusal.status, entry.refusal.code);
    if (entry?.who.userId !== userId) return problem(404, 'booking.not_found');
    const { who, seating, tickets, freeTickets = 0 } = entry;
    const holdEndsAt = new Date(this.now() + entry.holdSeconds * 1_000).toISOString();
    return {
      status: 200,
      body: {
        bookingId: id,
        userId: who.userId,
        seating,
        tickets,
        freeTickets,
        amount: { amountMinor: priceMinor(seating, tickets - freeTickets), currency: 'USD' },
        email: who.email,
        name: who.name,
        concertTitle: 'Music for Meditation',
        holdEndsAt,
      },
    };
  }

  private bytes(): Uint8Array {
    this.count += 1;
    const filled = new Uint8Array(17);
    new DataView(filled.buffer).setUint32(0, this.count);
    return filled;
  }
}

function problem(status: number, code: string) {
  return { status, body: { type: 'urn:x', title: 'no', status, detail: 'no', instance: '/', code, traceId: '' } };
}
