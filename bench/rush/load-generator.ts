import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Caller, problemCodeOf, type Answer } from '@concert/test-kit/caller';
import { GOOD_CARD, paymentOf, reservationOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import type { SystemAddress } from '../../dev/system/address.ts';

const ORDER: Order = { seating: 'General Seating', notickets: 1 };
const CARD = new URLSearchParams({ cardNumber: GOOD_CARD, cardExpiry: '12 / 40', cardCvc: '123' }).toString();
/** How often the mailbox is asked what came, once for everybody. */
const LOOK_MS = 50;
/** Who has no mail after this long waits no longer. */
const PATIENCE_MS = 120_000;

/** One whole purchase; moments are milliseconds of the wall clock. */
export interface Purchase {
  readonly begunAt: number;
  readonly reservedAt: number;
  /** The payment is sent from the provider's page right then. */
  readonly openedAt: number;
  readonly mailedAt: number;
}

/** An answer of 503. */
export interface Refusal {
  readonly path: string;
  readonly code: string;
  readonly ms: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/** People who buy one after the other, so many at once, until the mail with the tickets is there. Told to wait, they ask again later. */
export class LoadGenerator {
  readonly purchases: Purchase[] = [];
  /** What should not have happened, by what it was. */
  readonly faults = new Map<string, number>();
  /** Who was refused a seat so often that they went away. */
  left = 0;
  /** Mails by address, of everybody who ever bought. */
  readonly mails = new Map<string, number>();
  /** Answers of 503. */
  readonly refusals: Refusal[] = [];
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

  /** @param most requests under way at once @throws Error when the system pays or mails at a real provider */
  constructor({ site, payments, mailbox }: SystemAddress, most: number) {
    if (!payments || !mailbox) throw new Error('this is measured with the stand-ins for payments and email');
    this.#origin = new URL(site).origin;
    this.#site = new Caller(site, most);
    this.#payments = new Caller(payments, most);
    this.#mailbox = new Caller(mailbox, 10);
    this.#watching = this.#watch();
  }

  /** Further people, who buy once each. */
  invite(buyers: readonly Buyer[]): void {
    this.#buyers = [...this.#buyers, ...buyers];
  }

  get invited(): number {
    return this.#buyers.length;
  }

  /** Starts so many buyers, who buy until {@link finish}. */
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
    const goesOn = () => this.#buying || this.#mostRepeats < Infinity;
    const answer = await this.#post(buyer, '/api/reserve-your-seat', reservationOf(buyer, ORDER), goesOn, this.#mostRepeats);
    if (answer.status === 503 && this.#mostRepeats < Infinity) {
      this.left += 1;
      return;
    }
    const { id: bookingId } = served<{ id: string }>('reserve', answer);
    const reservedAt = now();
    const page = await this.#post(buyer, '/api/create-payment', paymentOf(this.#origin, buyer, ORDER, bookingId), () => this.#buying);
    const { checkoutSessionId } = served<{ checkoutSessionId: string }>('open page', page);
    const openedAt = now();
    const mail = this.#mailTo(buyer.email);
    await this.#pay(checkoutSessionId);
    this.purchases.push({ begunAt, reservedAt, openedAt, mailedAt: await mail });
  }

  /**
   * Sends one request until it is not refused because of overload; waits as long as the answer says.
   * @param goesOn whether it is still worth asking @param most refusals after which somebody gives up
   */
  async #post({ cookie, address }: Buyer, path: string, body: object, goesOn: () => boolean, most = Infinity): Promise<Answer> {
    const headers = { origin: this.#origin, 'x-forwarded-for': address!, 'idempotency-key': randomUUID(), cookie };
    for (let tries = 1; ; tries += 1) {
      const from = performance.now();
      const answer = await this.#site.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
      if (answer.status !== 503) return answer;
      this.refusals.push({ path, code: problemCodeOf(answer), ms: performance.now() - from });
      if (tries >= most || !goesOn()) return answer;
      await pause(answer.retryAfterMs ?? 1_000);
    }
  }

  /** Pays on the provider's page. */
  async #pay(checkoutSessionId: string): Promise<void> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await this.#payments.send({ method: 'POST', path: `/c/pay/${checkoutSessionId}`, headers, body: CARD });
    if (answer.status !== 303) throw new Error(`pay: ${answer.status}`);
  }

  #fault(what: string): void {
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1);
  }

  #mailTo(email: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(email);
        reject(new Error(`email: none within ${PATIENCE_MS / 1_000} s`));
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
      const { next, arrivals } = JSON.parse(
        (await this.#mailbox.send({ method: 'GET', path: `/_admin/arrivals?after=${this.#seen}` })).body,
      ) as { next: number; arrivals: { to: string; at: number }[] };
      this.#seen = next;
      for (const { to, at } of arrivals) {
        this.mails.set(to, (this.mails.get(to) ?? 0) + 1);
        this.#waiting.get(to)?.(at);
      }
    }
  }
}

/**
 * The body of an answer that is one of success.
 * @throws Error naming the refusal
 */
function served<T>(what: string, answer: Answer): T {
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${problemCodeOf(answer)}`);
  return JSON.parse(answer.body) as T;
}
