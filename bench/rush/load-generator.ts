import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PAID_AT_HEADER } from '@concert/stand-ins/stripe/checkout-page';
import { Caller, problemCodeOf, type Call } from '@concert/test-kit/caller';
import { GOOD_CARD, paymentOf, reservationOf, type Buyer, type Order } from '@concert/test-kit/site-client';

const ORDER: Order = { seating: 'General Seating', notickets: 1 };
/** How often the mailbox is asked what came, once for everybody. */
const LOOK_MS = 50;
/** Who has no mail after this long waits no longer. */
const PATIENCE_MS = 120_000;
const CARD = new URLSearchParams({ cardNumber: GOOD_CARD, cardExpiry: '12 / 40', cardCvc: '123' }).toString();

/** A step that may be refused because of overload. */
export type Step = 'reserve' | 'open page';

/** An answer of 503. */
export interface Refusal {
  readonly step: Step;
  readonly code: string;
  readonly at: number;
  readonly ms: number;
  readonly retryAfterMs: number | undefined;
}

/** One whole purchase; moments are milliseconds of the wall clock. */
export interface Purchase {
  readonly email: string;
  readonly bookingId: string;
  readonly begunAt: number;
  readonly reservedAt: number;
  readonly openedAt: number;
  /** The payment was sent from the provider's page right then. */
  readonly paymentSentAt: number;
  /** The provider took the payment, as it says itself. */
  readonly paidAt: number;
  readonly mailedAt: number;
}

/** Where the simulated people buy. */
export interface Target {
  readonly site: string;
  readonly payments: string;
  readonly mailbox: string;
}

const now = (): number => performance.timeOrigin + performance.now();

/**
 * People who buy one after the other, so many at once: each reserves, opens the payment page, pays at the provider and waits for the mail
 * with the tickets. Somebody who is told to wait does so, and asks again.
 */
export class LoadGenerator {
  readonly purchases: Purchase[] = [];
  readonly refusals: Refusal[] = [];
  /** What should not have happened, by what it was. */
  readonly faults = new Map<string, number>();
  /** Who was refused a seat so often that they went away. */
  left = 0;
  /** Mails by address, of everybody who ever bought. */
  readonly mails = new Map<string, number>();
  readonly #target: Target;
  readonly #origin: string;
  readonly #site: Caller;
  readonly #payments: Caller;
  readonly #mailbox: Caller;
  readonly #waiting = new Map<string, (at: number) => void>();
  readonly #people: Promise<void>[] = [];
  readonly #watching: Promise<void>;
  #buyers: Buyer[] = [];
  #seen = 0;
  #mostRepeats = Infinity;
  #buying = true;
  #looking = true;

  constructor(target: Target, most: number) {
    this.#target = target;
    this.#origin = new URL(target.site).origin;
    this.#site = new Caller(target.site, most);
    this.#payments = new Caller(target.payments, most);
    this.#mailbox = new Caller(target.mailbox, 1);
    this.#watching = this.#watch();
  }

  /** Further people, who buy once each. */
  invite(buyers: readonly Buyer[]): void {
    this.#buyers = [...this.#buyers, ...buyers];
  }

  get invited(): number {
    return this.#buyers.length;
  }

  /** So many buy at once from now on, until {@link finish}. */
  begin(atOnce: number): void {
    this.#buying = true;
    this.#mostRepeats = Infinity;
    for (let index = 0; index < atOnce; index += 1) this.#people.push(this.#buyOneByOne());
  }

  /**
   * So many begin each second from now on, until {@link finish}, whether or not others are done.
   * @param mostRepeats after so many refusals of a seat a person goes away
   */
  beginEvery(perSecond: number, mostRepeats = Infinity): void {
    this.#buying = true;
    this.#mostRepeats = mostRepeats;
    this.#people.push(this.#arrive(1_000 / perSecond));
  }

  /** Starts nobody any more; resolves when everybody has what they began to buy. */
  async finish(): Promise<void> {
    this.#buying = false;
    await Promise.all(this.#people.splice(0));
  }

  async close(): Promise<void> {
    await this.finish();
    this.#looking = false;
    await this.#watching;
    for (const caller of [this.#site, this.#payments, this.#mailbox]) caller.close();
  }

  async #buyOneByOne(): Promise<void> {
    while (this.#buying) await this.#buyOnce();
  }

  async #arrive(everyMs: number): Promise<void> {
    const began = now();
    const people: Promise<void>[] = [];
    for (let count = 0; this.#buying; count += 1) {
      people.push(this.#buyOnce());
      await pause(Math.max(0, began + (count + 1) * everyMs - now()));
    }
    await Promise.all(people);
  }

  async #buyOnce(): Promise<void> {
    const buyer = this.#buyers.pop();
    if (!buyer) throw new Error('there are fewer buyers than purchases');
    await this.#buy(buyer).catch((error: unknown) => this.#fault((error as Error).message));
  }

  async #buy(buyer: Buyer): Promise<void> {
    const begunAt = now();
    const reserved = await this.#sendUntilServed(
      'reserve',
      buyer,
      '/api/reserve-your-seat',
      reservationOf(buyer, ORDER),
      this.#mostRepeats,
    );
    if (reserved === undefined) {
      this.left += 1;
      return;
    }
    const bookingId = (JSON.parse(reserved) as { id: string }).id;
    const reservedAt = now();
    const page = paymentOf(this.#target.site, buyer, ORDER, bookingId);
    const opened = await this.#sendUntilServed('open page', buyer, '/api/create-payment', page);
    const { checkoutSessionId } = JSON.parse(opened!) as { checkoutSessionId: string };
    const openedAt = now();
    const mail = this.#mailTo(buyer.email);
    const answer = await this.#payments.send({
      method: 'POST',
      path: `/c/pay/${checkoutSessionId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: CARD,
    });
    if (answer.status !== 303) throw new Error(`pay: ${answer.status}`);
    const paidAt = Number(answer.headers[PAID_AT_HEADER]);
    const mailedAt = await mail;
    this.purchases.push({ email: buyer.email, bookingId, begunAt, reservedAt, openedAt, paymentSentAt: openedAt, paidAt, mailedAt });
  }

  /**
   * Sends a request until it is served.
   * @returns the answer's body, or undefined after `most` refusals because of overload
   * @throws Error naming any other refusal
   */
  async #sendUntilServed(step: Step, buyer: Buyer, path: string, body: object, most = Infinity): Promise<string | undefined> {
    const call: Call = {
      method: 'POST',
      path,
      headers: { cookie: buyer.cookie, origin: this.#origin, 'x-forwarded-for': buyer.address!, 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    };
    for (let tries = 1; ; tries += 1) {
      const from = performance.now();
      const answer = await this.#site.send(call);
      if (answer.status < 300) return answer.body;
      if (answer.status !== 503) throw new Error(`${step}: ${answer.status} ${problemCodeOf(answer)}`);
      this.refusals.push({ step, code: problemCodeOf(answer), at: now(), ms: performance.now() - from, retryAfterMs: answer.retryAfterMs });
      if (tries >= most) return undefined;
      if (!this.#buying && most === Infinity) throw new Error(`${step}: still refused at the end`);
      await pause(answer.retryAfterMs ?? 1_000);
    }
  }

  #fault(what: string): void {
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1);
  }

  #mailTo(email: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(email);
        reject(new Error(`mail: none within ${PATIENCE_MS / 1_000} s`));
      }, PATIENCE_MS);
      this.#waiting.set(email, (at) => {
        clearTimeout(timer);
        this.#waiting.delete(email);
        resolve(at);
      });
    });
  }

  async #watch(): Promise<void> {
    while (this.#looking) {
      await pause(LOOK_MS);
      const { body } = await this.#mailbox.send({ method: 'GET', path: `/_admin/arrivals?after=${this.#seen}` });
      const { next, arrivals } = JSON.parse(body) as { next: number; arrivals: { to: string; at: number }[] };
      this.#seen = next;
      for (const { to, at } of arrivals) {
        this.mails.set(to, (this.mails.get(to) ?? 0) + 1);
        this.#waiting.get(to)?.(at);
      }
    }
  }
}
